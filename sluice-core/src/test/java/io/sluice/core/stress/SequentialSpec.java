package io.sluice.core.stress;

import java.util.List;

/** What a sequence of operations may answer. */
public interface SequentialSpec {
    /** The state after the operation if it may answer this, else null. Changes nothing. */
    SequentialSpec after(String operation, List<Object> arguments, Object answer);
}
