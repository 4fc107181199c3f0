/**
 * Filters: what of one the clouds evaluate, and HBase's own filters at the client for the rest.
 *
 * <p>{@link io.dartagnan.client.filter.FilterPlanner} makes of a scan's filter a {@link
 * io.dartagnan.client.filter.FilterPlan}, which says what the clouds evaluate, which rows are read
 * and what is left to the client. Each filter class of HBase has one adapter in {@code
 * FilterRegistry}, and each comparator class one in {@code ComparatorRegistry}; these are the
 * tables of what is supported, and docs/compatibility.md is made from them. An adapter makes of a
 * filter a {@code FilterNode}, which knows how HBase asks the filter about cells and rows and what
 * it hides from the filters beside it, and so which rows it may let pass.
 *
 * <p>A new filter class of HBase takes an adapter in {@code FilterRegistry}, and a node of its own
 * if none of the nodes here behaves as it does.
 *
 * <p>{@link io.dartagnan.client.filter.ResidualFilter} runs HBase's own filters over whole rows as
 * a region of HBase 2.6 runs them: one for each scan and region, or for each get. It stands on
 * {@code FamilyReader} and {@code CellMatcher}, and on nothing of the plan.
 *
 * <p>Nothing in this package reads or sends anything.
 */
package io.dartagnan.client.filter;
