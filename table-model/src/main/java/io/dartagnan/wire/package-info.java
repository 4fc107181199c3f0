/**
 * What client and server say to each other: the layout of a stored share, of a filter query and of
 * a page of results. Each layout has one owner, drawn in its class and pinned by a golden-byte
 * test.
 */
package io.dartagnan.wire;
