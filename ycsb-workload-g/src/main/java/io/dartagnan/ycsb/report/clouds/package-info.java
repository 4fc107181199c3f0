/**
 * The clouds that a report measures: brought up and down, and put at a distance from the client.
 */
package io.dartagnan.ycsb.report.clouds;
