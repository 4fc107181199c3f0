/**
 * HBase's asynchronous client over three clouds: {@link org.apache.hadoop.hbase.client.AsyncTable}
 * and its like, each of whose calls is one of the synchronous connection's on a thread of its own.
 *
 * <p>What a call checks, splits, sends, puts together or refuses is therefore written once, in the
 * packages of the synchronous client; here is only what becomes of its outcome. {@link
 * io.dartagnan.client.async.AsyncCalls} has the threads and the bounds.
 */
package io.dartagnan.client.async;
