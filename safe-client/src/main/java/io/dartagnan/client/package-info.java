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
 *   <li>{@code rpc}: calls to the three clouds in parallel, and their failures; the tables'
 *       schemas, as the three clouds describe them; what is not supported, and why
 *   <li>{@code filter}: plans of filters, with an adapter for each filter and comparator of HBase,
 *       and HBase's own filter, run over whole rows as a region runs it
 *   <li>{@code read}: gets and scans, whose rows are put together from complete versions
 *   <li>{@code write}: puts and deletes, which are split into one for each cloud, and operations
 *       that read and write a row
 *   <li>{@code scan}: scans that the clouds evaluate and the client judges
 *   <li>{@code admin}: {@code Admin} over three clouds
 *   <li>{@code table}: {@code Table} over three clouds
 *   <li>{@code async}: {@code AsyncTable} and its like, whose calls are those of the connection
 *   <li>{@code aggregate}: counts, sums and extremes that no cloud learns
 *   <li>{@code maintenance}: audit and repair of tables, and removal of what failed writes left
 * </ul>
 *
 * <p>An application uses HBase's own interfaces. Of these packages it may use {@code
 * configuration.ClientKeys}, {@code configuration.CloudConfiguration}, {@code scan.MeshTraffic},
 * {@code scan.ExplainedScan}, {@code table.FilterExplanation}, {@code filter.WordComparator} and
 * {@code aggregate.PrivateAggregation}.
 */
package io.dartagnan.client;
