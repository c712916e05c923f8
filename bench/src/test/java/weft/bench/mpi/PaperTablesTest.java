// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rows of the tables, and what must hold for them.
final class PaperTablesTest {
  @ParameterizedTest
  @CsvSource({"400, 60", "5999, 60", "6000, 60", "20000, 200"})
  void weftMayAddTheLargerOfSixtyNanosecondsAndOnePercent(double mpi, double most) {
    assertThat(PaperTables.limit(mpi)).isEqualTo(most);
  }

  @Test
  void everyOperationIsARowOfItsOwn() {
    var labels = new HashSet<String>();
    Operation.all().forEach(operation -> assertThat(labels.add(operation.label())).isTrue());
    assertThat(labels).contains("rsr0", "rsr4", "rsrN 8 B", "rsrN 64 KiB", "put-op 4 KiB");
  }

  @Test
  void requestsOfTheSameSizeAreTheSameToBareMpi() {
    var rsr1 = new Operation(Operation.Kind.RSR1, 8);
    var rsrN = new Operation(Operation.Kind.RSRN, 8);
    var putOp = new Operation(Operation.Kind.PUT_OP, 8);
    assertThat(rsr1.bare()).isEqualTo(rsrN.bare()).isNotEqualTo(putOp.bare());
  }
}
