/**
 * Schema of a table: the columns that are protected and how, as the table descriptor says it on all
 * three clusters. Client and server read it through these classes alone.
 */
package io.dartagnan.schema;
