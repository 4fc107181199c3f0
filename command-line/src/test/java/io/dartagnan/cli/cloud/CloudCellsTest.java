package io.dartagnan.cli.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CloudCellsTest {

  @Test
  void theHeaderTheWriteIdAndTheLimbsOfAShareStandApart() {
    byte[] cell = new byte[20];
    for (int i = 0; i < cell.length; i++) {
      cell[i] = (byte) i;
    }

    assertThat(CloudCells.hex(cell, 100)).isEqualTo("00010203 0405060708090a0b 0c0d0e0f10111213");
  }

  @Test
  void aLongCellIsCutAndSaysHowLongItIs() {
    assertThat(CloudCells.hex(new byte[500], 60)).hasSize(60).endsWith("… (500 bytes)");
    assertThat(CloudCells.hex(new byte[0], 60)).isEmpty();
  }
}
