/**
 * Plans of filtered scans. A {@link io.dartagnan.client.plan.FilterPlan} says what the clouds
 * evaluate, which rows are read and what is left to the client; {@code client.planner} makes it of
 * a filter.
 */
package io.dartagnan.client.plan;
