/** Contents of the benchmark's tables: what every row holds, computed from its number alone. */
package io.dartagnan.ycsb.model;
