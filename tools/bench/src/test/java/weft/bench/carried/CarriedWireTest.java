// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The messages that bare MPI exchanges are those that Weft's transport makes of its records.
final class CarriedWireTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 8, 32, 13, 16383})
  void aRequestIsOneRecordWithoutItsHeader(int size) {
    assertThat(CarriedWire.request(size)).containsExactly(size);
  }

  @Test
  void aLargePayloadIsAnnounced() {
    assertThat(CarriedWire.request(16 << 10)).containsExactly(16);
    assertThat(CarriedWire.request(64 << 10)).containsExactly(16);
  }

  @ParameterizedTest
  @CsvSource({"8, 48", "64, 104", "512, 552", "4096, 4136", "8192, 8232"})
  void aSmallPutOpIsTwoRecordsInOneMessage(int size, int bytes) {
    assertThat(CarriedWire.putOp(size)).containsExactly(bytes);
  }

  @Test
  void aLargePutOpIsAnnouncedAndItsRequestFollows() {
    assertThat(CarriedWire.putOp((16 << 10) - 1)).containsExactly((16 << 10) - 1 + 16, 8);
    assertThat(CarriedWire.putOp(16 << 10)).containsExactly(24, 8);
    assertThat(CarriedWire.putOp(64 << 10)).containsExactly(24, 8);
  }

  @ParameterizedTest
  @CsvSource({"0", "8", "4096", "16383"})
  void allBytesOfASmallPutOpAreOnTheWire(int size) {
    int sum = 0;
    for (int bytes : CarriedWire.putOp(size)) {
      sum += bytes;
    }
    // At most three words for each record, and the request.
    assertThat(sum).isBetween(size + 8, size + 16 + 2 * 24);
  }
}
