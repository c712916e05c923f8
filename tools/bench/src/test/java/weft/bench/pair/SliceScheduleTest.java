// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.bench.BenchOptions;
import weft.bench.Figures;
import weft.bench.harness.SliceRounds;
import weft.options.HelpWanted;
import weft.options.Options;

/// In which order slices are taken, and what a benchmark may be asked for.
final class SliceScheduleTest {
  private static BenchOptions options(String... args) {
    return BenchOptions.of(new Options("weft bench rsr", "", List.of(args)));
  }

  private static List<String> taken(String... args) throws Exception {
    var taken = new ArrayList<String>();
    var schedule = new SliceSchedule(options(args), new Figures());
    for (String step : List.of("a", "b", "c", "d")) {
      schedule.add(round -> taken.add(round + step));
    }
    schedule.run("test", 2, 6);
    return taken;
  }

  @Test
  void everyRoundTakesEverySliceOnceInAnOrderOfItsOwn() throws Exception {
    List<String> taken = taken("--seed", "5");

    var orders = new HashSet<String>();
    assertThat(taken).hasSize(32);
    for (int round = 0; round < 8; round++) {
      String number = String.valueOf(round < 2 ? SliceRounds.WARM_UP : round - 2);
      List<String> one = taken.subList(4 * round, 4 * round + 4);
      assertThat(one)
          .containsExactlyInAnyOrder(number + "a", number + "b", number + "c", number + "d");
      orders.add(String.join("", one).replaceAll("[-0-9]", ""));
    }
    assertThat(orders).hasSizeGreaterThan(1);
  }

  @Test
  void theSeedRepeatsTheOrder() throws Exception {
    assertThat(taken("--seed", "5")).isEqualTo(taken("--seed", "5"));
    assertThat(taken("--seed", "5")).isNotEqualTo(taken("--seed", "6"));
  }

  @Test
  void quickIsFewerShorterSlicesUnlessRoundsAreGiven() {
    assertThat(options().rounds()).isEqualTo(40);
    assertThat(options().ranks()).containsExactly(8, 16, 64);
    assertThat(options("--quick").rounds()).isEqualTo(10);
    assertThat(options("--quick").millis()).isLessThan(options().millis());
    BenchOptions asked = options("--rounds", "3", "--quick", "--ranks", "0", "--no-peers");
    assertThat(asked.rounds()).isEqualTo(3);
    assertThat(asked.ranks()).isEmpty();
    assertThat(asked.peers()).isFalse();
    assertThatThrownBy(() -> options("--help")).isInstanceOf(HelpWanted.class);
  }

  @ParameterizedTest
  @CsvSource({
    "--rounds, --rounds needs a value",
    "--rounds many, give a whole number",
    "--ranks 2, of at least 3",
    "--transport mpi, 'shm, threads, not mpi'",
    "--fast, is not an option of weft bench rsr; the options"
  })
  void whatCannotBeIsASentence(String args, String sentence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(args.split(" ")))
        .withMessageContaining(sentence);
  }
}
