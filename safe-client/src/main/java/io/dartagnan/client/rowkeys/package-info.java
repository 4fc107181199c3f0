/**
 * Row keys that clients encrypt: actions and rows are translated here, between the application's
 * keys and those that clouds store. What lies below, towards the clouds, knows the stored ones
 * alone.
 */
package io.dartagnan.client.rowkeys;
