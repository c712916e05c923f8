// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DataTest {
  private static byte[] read(Data data) {
    byte[] bytes = new byte[(int) data.bytes()];
    data.span().copyTo(0, MemorySegment.ofArray(bytes), 0, bytes.length);
    return bytes;
  }

  private static byte[] bytes(double... values) {
    return MemorySegment.ofArray(values).toArray(ValueLayout.JAVA_BYTE);
  }

  @Test
  void shouldViewArraysAndSegments() {
    double[] array = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    assertThat(read(Data.of(array))).isEqualTo(bytes(array));
    assertThat(read(Data.of(array, 2, 3))).isEqualTo(bytes(2, 3, 4));
    assertThat(Data.of(array, 12, 0).count()).isZero();
    Data matrix = Data.matrix(array, 1, 3, 2, 4);
    assertThat(read(matrix)).isEqualTo(bytes(1, 2, 5, 6, 9, 10));
    assertThat(matrix.count()).isEqualTo(6);
    assertThat(matrix.type()).isEqualTo(Type.DOUBLE);
    assertThat(matrix).hasToString("6 × DOUBLE");

    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, array);
      assertThat(read(Data.of(segment, Type.DOUBLE))).isEqualTo(bytes(array));
      assertThat(read(Data.matrix(segment, Type.DOUBLE, 8, 3, 2, 4)))
          .isEqualTo(bytes(1, 2, 5, 6, 9, 10));
    }
    assertThat(Data.of(new byte[3]).bytes()).isEqualTo(3);
    assertThat(Data.of(new int[3]).bytes()).isEqualTo(12);
    assertThat(Data.of(new float[3], 1, 2).bytes()).isEqualTo(8);
    assertThat(Data.of(new long[4]).as(Type.LONG_AT).count()).isEqualTo(2);
    assertThat(Data.none().bytes()).isZero();
  }

  @Test
  void shouldViewPartsAndMatricesOfEveryType() {
    byte[] bytes = {0, 1, 2, 3, 4, 5};
    assertThat(read(Data.of(bytes, 2, 3))).containsExactly(2, 3, 4);
    assertThat(read(Data.matrix(bytes, 1, 2, 2, 3))).containsExactly(1, 2, 4, 5);
    int[] ints = {0, 1, 2, 3, 4, 5};
    assertThat(read(Data.of(ints, 2, 1))).isEqualTo(bytes(new int[] {2}));
    assertThat(read(Data.matrix(ints, 1, 2, 2, 3))).isEqualTo(bytes(new int[] {1, 2, 4, 5}));
    float[] floats = {0, 1, 2, 3, 4, 5};
    byte[] expected =
        MemorySegment.ofArray(new float[] {1, 2, 4, 5}).toArray(ValueLayout.JAVA_BYTE);
    assertThat(read(Data.matrix(floats, 1, 2, 2, 3))).isEqualTo(expected);
    long[] longs = {0, 1, 2, 3, 4, 5};
    expected = MemorySegment.ofArray(new long[] {1, 2, 4, 5}).toArray(ValueLayout.JAVA_BYTE);
    assertThat(read(Data.matrix(longs, 1, 2, 2, 3))).isEqualTo(expected);
  }

  private static byte[] bytes(int[] values) {
    return MemorySegment.ofArray(values).toArray(ValueLayout.JAVA_BYTE);
  }

  /// The elements of a matrix by owners, by this test's own reckoning.
  private static double[] byOwners(
      int from, int rows, int columns, int lead, int block, int ranks, boolean ofRows) {
    var elements = new ArrayList<Double>();
    for (int rank = 0; rank < ranks; rank++) {
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
          if ((ofRows ? row : column) / block % ranks == rank) {
            elements.add((double) (from + row * lead + column));
          }
        }
      }
    }
    return elements.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Test
  void shouldViewMatricesInTheOrderOfTheirOwners() {
    double[] array = IntStream.range(0, 2000).mapToDouble(i -> i).toArray();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, array);
      for (int block = 1; block <= 3; block++) {
        for (int ranks = 1; ranks <= 4; ranks++) {
          for (int blocks = 1; blocks <= 3; blocks++) {
            for (int other : new int[] {1, 2, 5}) {
              for (int gap : new int[] {0, 3}) {
                int many = block * ranks * blocks;
                double[] rows = byOwners(7, many, other, other + gap, block, ranks, true);
                double[] columns = byOwners(7, other, many, many + gap, block, ranks, false);
                Data byRows =
                    Data.matrix(array, 7, many, other, other + gap).blockCyclicRows(block, ranks);
                assertThat(read(byRows)).isEqualTo(bytes(rows));
                assertThat(byRows).hasToString(rows.length + " × DOUBLE");
                assertThat(
                        read(
                            Data.matrix(array, 7, other, many, many + gap)
                                .blockCyclicColumns(block, ranks)))
                    .isEqualTo(bytes(columns));
                assertThat(
                        read(
                            Data.matrix(segment, Type.DOUBLE, 56, other, many, many + gap)
                                .blockCyclicColumns(block, ranks)))
                    .isEqualTo(bytes(columns));
              }
            }
          }
        }
      }
      // What is no matrix is one row.
      assertThat(read(Data.of(array, 3, 12).blockCyclicColumns(2, 3)))
          .isEqualTo(bytes(byOwners(3, 1, 12, 12, 2, 3, false)));
      assertThat(read(Data.of(segment.asSlice(8, 80), Type.DOUBLE).blockCyclicColumns(1, 5)))
          .isEqualTo(bytes(byOwners(1, 1, 10, 10, 1, 5, false)));
    }
    assertThat(Data.none().blockCyclicRows(1, 3).bytes()).isZero();
    assertThat(Data.matrix(array, 0, 6, 0, 0).blockCyclicColumns(2, 3).bytes()).isZero();
    // Pairs of longs are elements too.
    Data pairs = Data.of(new long[] {0, 1, 2, 3, 4, 5, 6, 7}).as(Type.LONG_AT);
    assertThat(read(pairs.blockCyclicColumns(1, 2)))
        .isEqualTo(read(Data.of(new long[] {0, 1, 4, 5, 2, 3, 6, 7})));
  }

  @Test
  void shouldRefuseOwnersThatHaveNotEquallyMany() {
    Data matrix = Data.matrix(new double[100], 0, 9, 10, 11);
    assertThatThrownBy(() -> matrix.blockCyclicRows(2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "9 rows in blocks of 2 on 3 ranks: not every rank has as many; make them a multiple of"
                + " 6, or give the last 3 to an operation of their own");
    assertThatThrownBy(() -> matrix.blockCyclicColumns(1, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10 columns in blocks of 1 on 4 ranks");
    assertThatThrownBy(() -> Data.of(new int[7]).blockCyclicRows(1, 7))
        .hasMessageContaining("1 rows in blocks of 1 on 7 ranks");
    for (int[] wrong : new int[][] {{0, 2}, {2, 0}, {-1, -1}}) {
      assertThatThrownBy(() -> matrix.blockCyclicRows(wrong[0], wrong[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("both must be at least 1");
    }
    assertThatThrownBy(() -> matrix.blockCyclicRows(1, 9).blockCyclicColumns(1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is block-cyclic already; call it on the matrix itself");
    assertThatThrownBy(
            () -> Data.matrix(new long[9], 0, 2, 3, 3).as(Type.LONG_AT).blockCyclicColumns(1, 3))
        .hasMessageContaining("a row has 24 bytes, which is not a whole number of LONG_AT");
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThatThrownBy(() -> Data.of(new int[10], 4, 7))
        .hasMessage("7 elements from element 4 on are not within the array of 10 elements");
    assertThatThrownBy(() -> Data.of(new int[10], -1, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Data.matrix(new double[10], 0, 2, 4, 3))
        .hasMessageContaining("the leading dimension 3 is less than the 4 columns");
    assertThatThrownBy(() -> Data.matrix(new double[10], 0, 3, 4, 4))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Data.matrix(new double[10], 0, -3, 4, 4))
        .hasMessageContaining("none of these may be negative");
    assertThatThrownBy(() -> Data.of(MemorySegment.ofArray(new byte[10]), Type.INT))
        .hasMessageContaining("not a whole number of INT");
    assertThatThrownBy(() -> Data.of(new long[3]).as(Type.LONG_AT))
        .hasMessageContaining("not a whole number of LONG_AT");
    Arena arena = Arena.ofShared();
    MemorySegment closed = arena.allocate(8);
    arena.close();
    assertThatThrownBy(() -> Data.of(closed, Type.LONG)).hasMessageContaining("is closed");
  }
}
