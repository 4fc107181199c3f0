package io.dartagnan.mpc.araki.masked;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plan of the tree over digits. */
class TernaryTreeTest {

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "4, 2", "9, 2", "10, 3", "22, 3", "27, 3", "28, 4", "43, 4"})
  void roundsAreTheLogarithmToThree(int digits, int rounds) {
    assertThat(new TernaryTree(digits, true).layers()).hasSize(rounds);
    assertThat(new TernaryTree(digits, false).layers()).hasSize(rounds);
  }

  @ParameterizedTest
  @CsvSource({"true, 68, 20", "false, 41, 11"})
  void planesOverTheDigitsOf64Bits(boolean order, int products, int results) {
    List<TernaryTree.Layer> layers = new TernaryTree(22, order).layers();
    assertThat(layers.stream().mapToInt(TernaryTree.Layer::products).sum()).isEqualTo(products);
    assertThat(layers.stream().mapToInt(TernaryTree.Layer::results).sum()).isEqualTo(results);
  }

  @ParameterizedTest
  @CsvSource({"2", "7", "22", "43", "64"})
  void everyDigitGoesIntoOneNode(int digits) {
    for (TernaryTree.Layer layer : new TernaryTree(digits, true).layers()) {
      int next = 0;
      for (TernaryTree.Node node : layer.nodes()) {
        assertThat(node.first()).isEqualTo(next);
        next += node.children();
      }
      assertThat(next).isEqualTo(layer.digits());
    }
  }
}
