/**
 * Histories of many clients' calls on real clouds under faults, and whether one HBase could have
 * answered them so: in the manner of Jepsen (Kingsbury). Clients are processes of their own that
 * write down each call before it is sent and after it has ended; the checker reads what they wrote.
 */
package io.dartagnan.clusters.checker;
