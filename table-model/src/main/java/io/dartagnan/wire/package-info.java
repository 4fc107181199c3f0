/**
 * Layouts of what a server answers a query with: a page of results and a failure in its place. Each
 * layout has one owner, drawn in its class and pinned by a golden-byte test.
 */
package io.dartagnan.wire;
