/** The papers' workloads and the binding, by the names that YCSB's properties give. */
package io.dartagnan.ycsb;
