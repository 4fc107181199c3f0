/**
 * The protocols of Bogdanov, Niitsoo, Toft and Willemson, "High-performance secure multi-party
 * computation for data mining applications", International Journal of Information Security 11(6),
 * 2012 ("IJIS 2012" in what follows), one class each, on batches and bit planes: the reference that
 * other suites are measured against.
 *
 * <p>From the bottom up:
 *
 * <ul>
 *   <li>{@link io.dartagnan.mpc.bogdanov.Reshare Reshare}, {@link
 *       io.dartagnan.mpc.bogdanov.Multiplication Multiplication}, {@link
 *       io.dartagnan.mpc.bogdanov.XorMultiplication XorMultiplication}, {@link
 *       io.dartagnan.mpc.bogdanov.ShareConversion ShareConversion};
 *   <li>{@link io.dartagnan.mpc.bogdanov.Conjunction Conjunction} and, from it, {@link
 *       io.dartagnan.mpc.bogdanov.Equality Equality};
 *   <li>{@link io.dartagnan.mpc.bogdanov.PrefixOr PrefixOr}, {@link
 *       io.dartagnan.mpc.bogdanov.MostSignificantNonZeroBit MostSignificantNonZeroBit}, {@link
 *       io.dartagnan.mpc.bogdanov.Overflow Overflow}, {@link io.dartagnan.mpc.bogdanov.ShiftRight
 *       ShiftRight}, each built on the one before;
 *   <li>{@link io.dartagnan.mpc.bogdanov.AdditiveLessThan AdditiveLessThan}, {@link
 *       io.dartagnan.mpc.bogdanov.XorLessThan XorLessThan} and {@link
 *       io.dartagnan.mpc.bogdanov.LaneLessThan LaneLessThan};
 *   <li>{@link io.dartagnan.mpc.bogdanov.ChosenSum ChosenSum}, which adds up without opening.
 * </ul>
 *
 * <p><b>What all classes share.</b> n is the number of bits of the ring, 64 per limb. Shares of a
 * number are elements of the {@link io.dartagnan.mpc.sharing.Ring}, lane after lane; shares of bits
 * are planes of words, 64 lanes to a word, as in {@link io.dartagnan.mpc.bits.BitPlanes}. Costs are
 * what goes over the wire: a plane is whole words, its last one padded.
 *
 * <p><b>Security.</b> One semi-honest party of the three. The paper's protocols are perfectly
 * secure, their masks being drawn by one party and sent to another. Here two parties draw a mask
 * alike from a stream that the third does not know: fewer messages, and every argument rests on
 * AES-256 and HMAC-SHA256 being pseudorandom, which is weaker. A stream is used in one step and
 * never again ({@link io.dartagnan.mpc.session.Context}), so each message is masked by words that
 * its receiver cannot tell from uniform, independent of all it has seen: a simulator that sends
 * uniform words of the same lengths is not told apart, whatever the inputs. That is input privacy.
 * {@link io.dartagnan.mpc.bogdanov.XorMultiplication} leaves its result to be reshared by whoever
 * sends it on, and with it all that end in its gates; what is made of several protocols is
 * universally composable when a resharing stands between the last of them and the first message
 * that depends on the result (Bogdanov, Laud, Laur, Pullonen, "From Input Private to Universally
 * Composable Secure Multi-party Computation Primitives", CSF 2014).
 *
 * <p><b>On failure</b> of a peer, or of the network, a party ends with a {@link
 * io.dartagnan.mpc.exchange.ProtocolException}, at the exchange's deadline at the latest. No
 * protocol here opens anything, so whatever has arrived until then is uniform words, and the keys
 * die with the session.
 */
package io.dartagnan.mpc.bogdanov;
