/**
 * Scans whose filter the clouds evaluate. {@link io.dartagnan.client.filter.FilteredScans} is the
 * way in; the rest follows the scan: a filter is translated into a plan, the rows are cut into
 * ranges that lie in one region on each cloud, each range is one session of three page sources, and
 * their pages are checked against each other and put together row by row.
 */
package io.dartagnan.client.filter;
