package io.dartagnan.mesh;

import java.io.IOException;

/** A connection carried bytes that are not frames; it cannot be read any further. */
final class MalformedFrameException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedFrameException(String reason) {
    super(reason);
  }
}
