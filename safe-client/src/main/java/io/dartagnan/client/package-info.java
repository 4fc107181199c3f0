/**
 * The drop-in: HBase's {@code Connection} over three clouds.
 *
 * <p>{@link io.dartagnan.client.SafeConnection} is what an application names in its configuration.
 * The rest of the client is in the packages below, each of which uses only those above it in this
 * list:
 *
 * <ul>
 *   <li>{@code configuration}: {@link io.dartagnan.client.configuration.ClientKeys all
 *       configuration keys}, their values, and the configuration for one cloud
 *   <li>{@code refusal}: what is not supported, and why
 *   <li>{@code cloud}: calls to the three clouds in parallel, and their failures
 *   <li>{@code catalogue}: the tables' schemas, as the three clouds describe them
 *   <li>{@code read}: gets and scans, whose rows are put together from complete versions
 *   <li>{@code write}: puts and deletes, which are split into one for each cloud
 *   <li>{@code filter}: the plan of a filter
 *   <li>{@code scan}: scans whose filter the clouds evaluate
 *   <li>{@code admin}: {@code Admin} over three clouds
 *   <li>{@code table}: {@code Table} over three clouds
 * </ul>
 *
 * <p>An application uses HBase's own interfaces. Of these packages it may use {@code
 * configuration.ClientKeys}, {@code configuration.CloudConfiguration} and {@code scan.MeshTraffic}.
 */
package io.dartagnan.client;
