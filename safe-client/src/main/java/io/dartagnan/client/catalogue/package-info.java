/** The tables of a connection and how their columns are protected. */
package io.dartagnan.client.catalogue;
