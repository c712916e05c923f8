// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import weft.bench.Report;
import weft.bench.peers.WaitBench.Cell;
import weft.bench.peers.WaitBench.Slice;
import weft.options.Options;
import weft.testkit.Sampled;

/// Pairs whose programs need the JDK and Weft alone; no time is looked at.
@Sampled
final class WaitBenchTest {
  private static WaitOptions options(String... args) {
    return WaitOptions.of(new Options("weft bench wait", "", List.of(args)));
  }

  @Test
  void eachCellHasItsFiguresAlsoBesideAThreadThatComputes() throws Exception {
    WaitOptions options =
        options("--quick", "--only", "weft,sockets", "--gaps", "1000", "--loads", "idle,busy");
    var out = new ByteArrayOutputStream();

    Map<Cell, List<Slice>> slices = WaitBench.measure(new Report(new PrintStream(out)), options);

    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(slices).hasSize(4);
    slices.forEach((cell, some) -> {
      assertThat(some).hasSize(1);
      Slice slice = some.getFirst();
      assertThat(slice.median()).isPositive().isLessThanOrEqualTo(slice.high());
      assertThat(slice.all()).isPositive();
      boolean counts = cell.kind().name().equals("weft");
      assertThat(slice.yields() >= 0).isEqualTo(counts);
      assertThat(slice.sleeps() >= 0).isEqualTo(counts);
    });
  }

  @Test
  void unknownNamesAndNumbersAreSentences() {
    assertThatThrownBy(() -> options("--only", "pigeons"))
        .hasMessageStartingWith("--only knows weft, aeron, aeron-backoff, sockets, not pigeons");
    assertThatThrownBy(() -> options("--loads", "full"))
        .hasMessageStartingWith("--loads knows idle, busy, busy2, crowded, not full");
    assertThatThrownBy(() -> options("--gaps", "0"))
        .hasMessageStartingWith("--gaps 0 is not possible");
  }
}
