// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Parties;
import weft.bench.pair.Party;
import weft.options.HelpWanted;
import weft.options.Options;
import weft.testkit.Sampled;

/// The parts of `weft bench mobile`, without a look at any time.
@Sampled
final class MobileBenchTest {
  private static Party start(String transport, Class<?> program) throws Exception {
    return Parties.start(
        program.getSimpleName(), transport, 2, BenchBoard.BYTES, program, List.of(), Map.of());
  }

  private static MobileBenchOptions options(String... args) {
    return MobileBenchOptions.of(false, new Options("weft bench mobile", "", List.of(args)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"threads", "shm"})
  void everyKindOfMessageIsMeasuredAgainAndAgain(String transport) throws Exception {
    try (Party pair = start(transport, ObjectPair.class)) {
      for (int round = 0; round < 2; round++) {
        for (ObjectWork work : ObjectWork.values()) {
          long count = work.name().endsWith("STATE") ? 3 : 500;
          assertThat(pair.measureCount(work.ordinal(), 0, count).nanos()).isPositive();
        }
      }
    }
  }

  @Test
  void aLaboratoryMeasuresMessagesAndSortsOverMpi() {
    MobileBenchOptions there =
        MobileBenchOptions.of(true, new Options("weft bench mobile", "", List.of()));
    assertThat(there.transport()).isEqualTo("mpi");
    assertThat(there.only()).isEqualTo(Set.of("messages", "sort"));
    assertThat(options().transport()).isEqualTo("shm");
    assertThat(options().only()).hasSize(MobileBenchOptions.PARTS.size());
    assertThatThrownBy(() ->
            MobileBenchOptions.of(
                true, new Options("weft bench mobile", "", List.of("--transport", "shm"))))
        .hasMessageStartingWith("--transport is one of mpi, not shm");
  }

  @Test
  void wrongOptionsAreSentences() {
    assertThatThrownBy(() -> options("--only", "pigeons"))
        .hasMessageStartingWith("there is no part called pigeons; there are messages, sort;");
    assertThatThrownBy(() -> options("--rounds"))
        .hasMessageStartingWith("the option --rounds needs a value after it");
    assertThatThrownBy(() -> options("--help")).isInstanceOf(HelpWanted.class);
  }
}
