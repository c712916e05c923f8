// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Report;
import weft.options.HelpWanted;
import weft.options.Options;
import weft.testkit.Sampled;

/// Pairs whose programs need the JDK and Weft alone; no time is looked at.
@Sampled
final class PeersBenchTest {
  private static PeersOptions options(String... args) {
    return PeersOptions.of(new Options("weft bench peers", "", List.of(args)));
  }

  private static double first(@Nullable Map<String, double[]> figures, String name) {
    return Objects.requireNonNull(Objects.requireNonNull(figures).get(name))[0];
  }

  private static Report report(ByteArrayOutputStream out) {
    return new Report(new PrintStream(out, true));
  }

  @Test
  void pairsOfEachKindAnswerAndTheirPayloadsAreRight() throws Exception {
    PeersOptions options = options("--quick", "--rounds", "1", "--only", "weft,sockets,rmi");
    var out = new ByteArrayOutputStream();

    Map<PeerKind, Map<String, double[]>> results = PeersBench.measure(report(out), options);

    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(results.keySet())
        .extracting(PeerKind::name)
        .containsExactly("weft", "sockets", "rmi");
    for (Map<String, double[]> figures : results.values()) {
      assertThat(first(figures, "wordTrips")).isPositive();
      assertThat(first(figures, "words")).isPositive();
      assertThat(first(figures, "arrayTrips")).isPositive();
    }
    PeerKind weft = options.kinds().getFirst();
    assertThat(first(results.get(weft), "barrier")).isPositive();
    assertThat(first(results.get(weft), "allreduce")).isPositive();
    assertThat(first(results.get(options.kinds().getLast()), "barrier")).isNaN();
  }

  @Test
  void aPairThatFailsIsReportedWithWhatItWrote() throws Exception {
    PeerKind kind = options("--only", "sockets").kinds().getFirst();
    String classPath = PeerSources.compile(kind, BenchMachine.temporary());
    try (PeerProcesses pair = PeerProcesses.start(kind, classPath)) {
      assertThatThrownBy(() -> pair.ask("nonsense", 1))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("sockets does not answer nonsense")
          .hasMessageContaining("no command nonsense");
    }
  }

  @Test
  void aKindWhoseJarsCannotBeHadIsLeftOut() {
    var kind =
        new PeerKind(
            "absent",
            List.of("SocketPeer"),
            List.of("no.such:thing:1"),
            null,
            List.of(),
            List.of(),
            false);
    assertThatThrownBy(() -> PeerSources.compile(kind, BenchMachine.temporary()))
        .isInstanceOf(BenchException.class)
        .hasMessageMatching("(?s)(Maven could not fetch no.such:thing:1|there is no mvn).*");
  }

  /// MPJ Express is not fetched: the user names its folder, which may be a wrong one.
  @Test
  void aFolderWithoutMpjExpressIsASentence(@TempDir Path folder) throws Exception {
    Path jar = Files.createDirectory(folder.resolve("lib")).resolve("mpj.jar");
    try (var empty = new ZipOutputStream(Files.newOutputStream(jar))) {
      empty.putNextEntry(new ZipEntry("nothing"));
    }
    PeersOptions options = options("--mpj", folder.toString(), "--only", "mpj");
    PeerKind mpj = options.kinds().getFirst();
    assertThat(mpj.name()).isEqualTo("mpj");
    assertThatThrownBy(() -> PeerSources.compile(mpj, BenchMachine.temporary()))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("mpj could not be compiled: ")
        .hasMessageContaining("package mpi does not exist");
  }

  @Test
  void unknownNamesAndNumbersAreSentences() {
    assertThatThrownBy(() -> options("--only", "pigeons"))
        .hasMessageStartingWith("--only knows weft, aeron, aeron-mtu, sockets, rmi, not pigeons;");
    assertThatThrownBy(() -> options("--rounds", "0"))
        .hasMessageStartingWith("--rounds 0 is not possible; give a whole number from 1 up");
    assertThatThrownBy(() -> options("--only", "mpj"))
        .hasMessageContaining("--only mpj needs --mpj FOLDER");
    assertThatThrownBy(() -> options("--mpj", "no-such-folder"))
        .hasMessageMatching("--mpj names no folder .* no file .*no-such-folder/lib/mpj.jar;.*");
    assertThatThrownBy(() -> options("--help")).isInstanceOf(HelpWanted.class);
  }
}
