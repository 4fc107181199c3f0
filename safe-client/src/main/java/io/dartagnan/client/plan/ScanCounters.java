package io.dartagnan.client.plan;

/**
 * Counters of a scan with a filter.
 *
 * @param fetched rows that the clouds returned
 * @param returned rows that the application got
 * @param meshBytes payload bytes that the clouds sent each other
 */
public record ScanCounters(long fetched, long returned, long meshBytes) {}
