package io.sluice.http.field;

/** Takes header fields one by one, each as its name and then its value piece by piece. No array is to be changed. */
public interface PairSink {
    /** A field of this name. */
    void begin(byte[] name);

    void bytes(byte[] text);

    /** In decimal digits. */
    void number(long value);

    /** The value is whole. */
    void end();
}
