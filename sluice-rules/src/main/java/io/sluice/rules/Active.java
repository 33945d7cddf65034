package io.sluice.rules;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;

/**
 * When a rule counts: on these days, from {@code from} until before {@code until}.
 *
 * @param until not after {@code from}: over midnight, counted to the day it began on; equal to it: the whole day
 */
public record Active(Set<DayOfWeek> days, LocalTime from, LocalTime until, ZoneId zone) {
    public Active {
        days = Set.copyOf(days);
    }
}
