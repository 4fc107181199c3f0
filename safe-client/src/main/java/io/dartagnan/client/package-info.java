/** The drop-in: HBase's {@code Connection} over three clouds. */
package io.dartagnan.client;
