/** Plans of filters: what the clouds can evaluate of them. */
package io.dartagnan.client.filter;
