/**
 * A protocol suite: what a party can do with a batch of shares, and how its result is opened.
 *
 * <p>{@link io.dartagnan.mpc.suite.ProtocolSuite} is where this library is extended. A suite is one
 * package, has one algorithm per class, and needs
 *
 * <pre>{@code
 * public final class XSuite implements ProtocolSuite { ... }
 *
 * META-INF/services/io.dartagnan.mpc.suite.ProtocolSuite:
 *   io.dartagnan.mpc.x.XSuite
 *
 * class XSuiteContractTest extends ProtocolSuiteContract {
 *   protected ProtocolSuite suite() {
 *     return new XSuite();
 *   }
 * }
 * }</pre>
 *
 * <p>What it may leave out: {@code compareAll} compares one after another unless a suite knows
 * better, and {@link io.dartagnan.mpc.suite.Aggregation} is empty unless it adds up.
 *
 * <p>Each algorithm has a {@code static final Protocol PROTOCOL} and a {@code static Cost
 * cost(...)} beside it; {@link io.dartagnan.mpc.session.Context} is its only way to send, receive
 * and draw. {@code docs/add-a-protocol.md} walks through a complete one.
 */
package io.dartagnan.mpc.suite;
