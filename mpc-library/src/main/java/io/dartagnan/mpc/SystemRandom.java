package io.dartagnan.mpc;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.util.Objects;

/**
 * The operating system's cryptographic generator, without a state of the process' own.
 *
 * <p>Each request is one read of the kernel's device. Java's default generator reads there too, but
 * adds a stream of its own to what it read, under one lock for the whole process, which takes four
 * times as long; and it keeps a little of what it read for the next request, which a copy of a
 * running virtual machine would use a second time. The kernel is told of such copies.
 *
 * <p>Safe for use by several threads, which do not wait for each other.
 */
public final class SystemRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;
  private static final String DEVICE = "/dev/urandom";

  private final Device device;

  /** Made when first asked for, and open as long as the process lives. */
  private static final class Shared {
    private static final SecureRandom GENERATOR = open(DEVICE);
  }

  /** The kernel's device, as {@link SecureRandom} asks it. */
  private static final class Device extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;

    private final transient DataInputStream numbers;

    Device(InputStream numbers) {
      this.numbers = new DataInputStream(numbers);
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      try {
        numbers.readFully(bytes);
      } catch (IOException e) {
        throw new ProviderException("the system's random numbers cannot be read", e);
      }
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      byte[] seed = new byte[count];
      engineNextBytes(seed);
      return seed;
    }

    /** The system seeds its generator itself. */
    @Override
    protected void engineSetSeed(byte[] seed) {
      Objects.requireNonNull(seed, "seed");
    }
  }

  private SystemRandom(Device device) {
    super(device, null);
    this.device = device;
  }

  /** The generator; Java's default one where the system has no such device. */
  public static SecureRandom get() {
    return Shared.GENERATOR;
  }

  static SecureRandom open(String device) {
    try {
      return new SystemRandom(new Device(new FileInputStream(device)));
    } catch (FileNotFoundException e) {
      return new SecureRandom();
    }
  }

  /**
   * Fills an array, beside other threads.
   *
   * @throws ProviderException if the device cannot be read; nothing of the array may be used then
   */
  @Override
  public void nextBytes(byte[] bytes) {
    device.engineNextBytes(bytes);
  }

  @Override
  public String getAlgorithm() {
    return DEVICE;
  }
}
