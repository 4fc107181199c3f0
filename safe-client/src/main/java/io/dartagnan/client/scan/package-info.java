/**
 * Scans whose filter the clouds evaluate. {@link io.dartagnan.client.scan.CloudQueries} is the way
 * in; the rest follows the scan: the rows are cut into ranges that lie in one region on each cloud,
 * each range is one session of three sources of pages, and their pages are checked against each
 * other and put together row by row.
 */
package io.dartagnan.client.scan;
