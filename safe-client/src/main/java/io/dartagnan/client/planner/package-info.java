/**
 * The planner of filtered scans. {@link io.dartagnan.client.planner.FilterPlanner} is the way in.
 *
 * <p>Each filter class of HBase has one {@code FilterAdapter} in {@code FilterRegistry}, and each
 * comparator class one {@code ComparatorAdapter} in {@code ComparatorRegistry}; these are the
 * tables of what is supported, and docs/compatibility.md is made from them. An adapter makes of a
 * filter a {@code FilterNode}, which knows how HBase asks the filter about cells and rows and what
 * it hides from the filters beside it, and so which rows it may let pass.
 *
 * <p>A new filter class of HBase takes an adapter in one of the lists of adapters, and a node of
 * its own if none of the nodes here behaves as it does.
 */
package io.dartagnan.client.planner;
