/**
 * Settlement of a process' writes: their stamps, which of them are under way or torn, and telling
 * the clouds which versions they may drop. What becomes of each write is found out in {@code
 * io.dartagnan.client.write}, which enters its writes in the {@linkplain
 * io.dartagnan.client.settlement.WriteLedger ledger}.
 */
package io.dartagnan.client.settlement;
