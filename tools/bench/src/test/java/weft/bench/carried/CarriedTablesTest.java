// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rows of the tables, and what must hold for them.
final class CarriedTablesTest {
  @ParameterizedTest
  @CsvSource({"400, 60", "5999, 60", "6000, 60", "20000, 200"})
  void weftMayAddTheLargerOfSixtyNanosecondsAndOnePercent(double mpi, double most) {
    assertThat(CarriedTables.limit(mpi)).isEqualTo(most);
  }

  @Test
  void everyOperationIsARowOfItsOwn() {
    var labels = new HashSet<String>();
    MeasuredOperation.all()
        .forEach(operation -> assertThat(labels.add(operation.label())).isTrue());
    assertThat(labels).contains("rsr0", "rsr4", "rsrN 8 B", "rsrN 64 KiB", "put-op 4 KiB");
  }

  @Test
  void everyCommandHasANumberOfItsOwn() {
    var numbers = new ArrayList<Integer>();
    for (MeasuredOperation.Kind kind : MeasuredOperation.Kind.values()) {
      numbers.addAll(List.of(kind.trip(), kind.call(), kind.bareTrip(), kind.bareCall()));
      numbers.addAll(List.of(kind.rate(), kind.bareRate()));
    }
    for (Command command : Command.values()) {
      numbers.add(command.number());
    }
    assertThat(numbers).doesNotHaveDuplicates();
  }
}
