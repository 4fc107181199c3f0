/**
 * Layouts of what the client tells a cloud beside a mutation, and of the answer by which a cloud
 * refuses one. Each layout has one owner, drawn in its class and pinned by a golden-byte test.
 */
package io.dartagnan.write;
