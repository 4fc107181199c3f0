/**
 * The drop-in: HBase's {@code Connection} over three clouds.
 *
 * <p>{@link io.dartagnan.client.SafeConnection}, and for the asynchronous client {@link
 * io.dartagnan.client.SafeRegistry} and {@link io.dartagnan.client.SafeAsyncConnection}, are what
 * an application names in its configuration. The rest of the client is in the packages below, each
 * of which uses only those above it in this list:
 *
 * <ul>
 *   <li>{@code configuration}: {@link io.dartagnan.client.configuration.ClientKeys all
 *       configuration keys}, their values, and the configuration for one cloud
 *   <li>{@code refusal}: what is not supported, and why
 *   <li>{@code cloud}: calls to the three clouds in parallel, and their failures
 *   <li>{@code orphan}: what failed writes left on some clouds, and its removal
 *   <li>{@code catalogue}: the tables' schemas, as the three clouds describe them
 *   <li>{@code residual}: HBase's own filter, run over whole rows as a region runs it
 *   <li>{@code read}: gets and scans, whose rows are put together from complete versions
 *   <li>{@code write}: puts and deletes, which are split into one for each cloud
 *   <li>{@code plan}: plans of filters: what the clouds evaluate, what is read, what is left to the
 *       client
 *   <li>{@code planner}: the planner, with an adapter for each filter and comparator of HBase
 *   <li>{@code scan}: scans that the clouds evaluate and the client judges
 *   <li>{@code admin}: {@code Admin} over three clouds
 *   <li>{@code table}: {@code Table} over three clouds
 *   <li>{@code async}: {@code AsyncTable} and its like, whose calls are those of the connection
 *   <li>{@code aggregate}: counts, sums and extremes that no cloud learns
 * </ul>
 *
 * <p>An application uses HBase's own interfaces. Of these packages it may use {@code
 * configuration.ClientKeys}, {@code configuration.CloudConfiguration}, {@code scan.MeshTraffic},
 * {@code scan.ExplainedScan}, {@code table.FilterExplanation} and {@code
 * aggregate.PrivateAggregation}.
 */
package io.dartagnan.client;
