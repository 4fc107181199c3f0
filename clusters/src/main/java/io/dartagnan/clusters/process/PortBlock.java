package io.dartagnan.clusters.process;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Free ports in a row for one deployment. While the block is open something listens on its first
 * port, which nobody is given, and a block with a port that is taken is never claimed: deployments
 * that start at one time choose no port twice, although none of their servers listens yet.
 */
public final class PortBlock implements AutoCloseable {
  // Below the range from which Linux and macOS take the local ports of outgoing connections: one
  // of those could otherwise sit on the port of a cloud that is stopped for a while.
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;
  private static final int SIZE = 32;
  private static final int BLOCKS = (HIGHEST - LOWEST) / SIZE;

  private final ServerSocket guard;

  private PortBlock(ServerSocket guard) {
    this.guard = guard;
  }

  /**
   * A block of which nothing listens on any port.
   *
   * @throws CommandException if there is none
   */
  public static PortBlock claim() {
    int start = new SecureRandom().nextInt(BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      Optional<PortBlock> block = claim(LOWEST + (start + i) % BLOCKS * SIZE);
      if (block.isPresent()) {
        return block.get();
      }
    }
    throw CommandException.failure(
        "found no %d free ports in a row between %d and %d".formatted(SIZE, LOWEST, HIGHEST));
  }

  /** The block that begins there, unless anything listens on a port of it. */
  static Optional<PortBlock> claim(int first) {
    PortBlock block;
    try {
      block = new PortBlock(Ports.bind(Ports.LOOPBACK, first));
    } catch (IOException taken) {
      return Optional.empty();
    }
    if (block.ports().stream().allMatch(Ports::isFree)) {
      return Optional.of(block);
    }
    block.close();
    return Optional.empty();
  }

  /** Ports that nothing listened on when the block was claimed: 31, all different. */
  public List<Integer> ports() {
    int first = guard.getLocalPort();
    return IntStream.range(first + 1, first + SIZE).boxed().toList();
  }

  /** Lets other deployments have what no server of this one listens on by now. */
  @Override
  public void close() {
    try {
      guard.close();
    } catch (IOException e) {
      throw CommandException.failure("cannot close port " + guard.getLocalPort() + ": " + e);
    }
  }
}
