package io.dartagnan.mesh.frame;

import java.io.IOException;

/** Bytes on a connection that are no frames: it cannot be read any further. */
public final class MalformedFrameException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong with them, after the peer's name. */
  public MalformedFrameException(String reason) {
    super(reason);
  }
}
