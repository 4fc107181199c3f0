/** HBase's {@code Table} over three clouds. */
package io.dartagnan.client.table;
