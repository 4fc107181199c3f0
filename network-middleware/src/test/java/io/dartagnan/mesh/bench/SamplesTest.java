package io.dartagnan.mesh.bench;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1023, 1024, 1025, 3000, 65536})
  void aStreamIsRecognisedHoweverItIsCut(int bytes) {
    Samples samples = new Samples(bytes);
    byte[] stream = stream(samples, bytes);
    for (int piece : new int[] {1, 7, 1000, bytes, stream.length}) {
      for (int from = 0; from < stream.length; from += piece) {
        int at = from;
        int length = Math.min(piece, stream.length - from);
        assertThatCode(() -> samples.check(Unpooled.wrappedBuffer(stream, at, length), at))
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void aMessageInTheWrongPlaceOrWithAnotherLastByteIsNoticed() {
    Samples samples = new Samples(3000);
    byte[] stream = stream(samples, 3000);
    assertThatThrownBy(() -> samples.check(Unpooled.wrappedBuffer(stream, 3000, 3000), 0))
        .isInstanceOf(WrongEchoException.class);
    stream[2 * 3000 - 1]++;
    assertThatThrownBy(() -> samples.check(Unpooled.wrappedBuffer(stream), 0))
        .isInstanceOf(WrongEchoException.class)
        .hasMessage("message 1 of 3000 bytes came back with another byte at offset 2999");
  }

  private static byte[] stream(Samples samples, int bytes) {
    byte[] stream = new byte[3 * bytes];
    byte[] message = new byte[bytes];
    for (int number = 0; number < 3; number++) {
      samples.mark(message, number);
      System.arraycopy(message, 0, stream, number * bytes, bytes);
    }
    return stream;
  }
}
