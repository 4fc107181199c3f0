/**
 * Filters and aggregates under stress: while rows change, regions move and clouds are killed, many
 * at a time, and with few means. Every answer is checked against the acknowledged writes.
 */
package io.dartagnan.clusters.torture;
