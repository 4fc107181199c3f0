/** HBase's {@code Admin} over three clouds. */
package io.dartagnan.client.admin;
