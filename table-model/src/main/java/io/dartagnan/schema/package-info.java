/**
 * Schema of a table: the columns that are protected and how, as the table descriptor says it on all
 * three clusters, the clouds that have a part of each version ({@link
 * io.dartagnan.schema.Placement}), and the cells in which the clouds store their values. Client and
 * server read schema and cells through these classes alone. The layout of a cell is drawn in its
 * class and pinned by a golden-byte test.
 */
package io.dartagnan.schema;
