/** Configuration keys of the client and their values. */
package io.dartagnan.client.configuration;
