// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
        .hasMessageContaining("no whole number of INT");
    assertThatThrownBy(() -> Data.of(new long[3]).as(Type.LONG_AT))
        .hasMessageContaining("no whole number of LONG_AT");
    Arena arena = Arena.ofShared();
    MemorySegment closed = arena.allocate(8);
    arena.close();
    assertThatThrownBy(() -> Data.of(closed, Type.LONG)).hasMessageContaining("is closed");
  }
}
