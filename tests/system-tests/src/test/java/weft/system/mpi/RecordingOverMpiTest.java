// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.system.cli.WrittenSums;
import weft.system.lab.NeedsLab;
import weft.testkit.Patience;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// Recordings of jobs over MPI, on one host and on several: page and trace say what the ranks have
/// counted, whoever started the job, and however it ended.
@Sampled
final class RecordingOverMpiTest {
  @TempDir Path folder;
  private Weft weft;
  private Path page;
  private Path trace;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder).file("Sums.java", WrittenSums.PROGRAM);
    weft.variable("TMPDIR", folder.toString());
    page = folder.resolve("out.html");
    trace = folder.resolve("out.pftrace");
  }

  private static void assumeProtoc() {
    assumeTrue(Shell.find("protoc") != null, "there is no protoc here; .ci/run installs it");
  }

  private List<String> run(Mpi mpi, String... more) {
    var all = new ArrayList<>(List.of("run", "--transport", "mpi", "--mpi", mpi.title));
    all.addAll(List.of("-n", "3", "--java-heap", "64m", "--report", page.toString()));
    all.addAll(List.of("--trace", trace.toString()));
    all.addAll(List.of(more));
    return all;
  }

  private void checkSums(String out) throws Exception {
    var printed = WrittenSums.printed(out);
    assertThat(printed).hasSize(3);
    assertThat(WrittenSums.ofPage(page)).isEqualTo(printed);
    assertThat(WrittenSums.ofTrace(trace)).isEqualTo(printed);
  }

  private void checkNothingIsLeft() throws Exception {
    assertThat(weft.leftovers()).isEmpty();
    try (var files = Files.list(folder)) {
      assertThat(files.filter(it -> it.getFileName().toString().startsWith("weft-record")))
          .isEmpty();
    }
  }

  @EachMpi
  void pageAndTraceSayWhatRanksCounted(Mpi mpi) throws Exception {
    mpi.assumeThere();
    assumeProtoc();
    var result = weft.run(run(mpi, "Sums.java").toArray(String[]::new));
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    checkSums(result.out());
    assertThat(Files.readString(page))
        .contains("All ranks read one clock", "equal")
        .doesNotContain("differs", "no recording");
    checkNothingIsLeft();
  }

  @EachMpi
  void aKilledRankLeavesWhatItHad(Mpi mpi) throws Exception {
    mpi.assumeThere();
    assumeProtoc();
    var result = weft.run(run(mpi, "--last", "4", "Sums.java", "kill").toArray(String[]::new));
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err())
        .contains("the last events of rank 0:", "the last events of rank 1:")
        .contains("the last events of rank 2:");
    checkSums(result.out());
    assertThat(Files.readString(page)).contains("did not end normally");
    checkNothingIsLeft();
  }

  @EachMpi
  void anInterruptedJobWritesItsReport(Mpi mpi) throws Exception {
    mpi.assumeThere();
    assumeProtoc();
    var running = weft.begin(run(mpi, "Sums.java", "wait").toArray(String[]::new));
    for (int rank = 0; rank < 3; rank++) {
      running.awaitOutput("here I am, " + rank);
    }
    running.signal("TERM");
    assertThat(running.end().exitCode()).isNotZero();
    checkSums(running.outText());
    checkNothingIsLeft();
  }

  @EachMpi
  void rank0WritesWhereMpirunStartsTheProgram(Mpi mpi) throws Exception {
    mpi.assumeThere();
    assumeProtoc();
    var command = Programs.java("", "Sums.java");
    command.addAll(List.of("--weft-report", page.toString(), "--weft-trace", trace.toString()));
    Path out = folder.resolve("printed");
    var builder = new ProcessBuilder(mpi.command(3, command)).directory(folder.toFile());
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + folder);
    builder.environment().putAll(Mpi.ENVIRONMENT);
    builder.redirectOutput(out.toFile()).redirectError(folder.resolve("err").toFile());
    Process process = builder.start();
    assertThat(Patience.await(process, Duration.ofMinutes(2))).isTrue();
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("err"))).isZero();
    checkSums(Files.readString(out));
    checkNothingIsLeft();
  }

  /// The launcher of these is on a host of its own, and sees no file of any rank.
  @EachMpi
  @ExtendWith(NeedsLab.class)
  void ranksOnOtherHostsDeliverToTheLauncher(Mpi mpi) throws Exception {
    mpi.assumeThere();
    assumeProtoc();
    var result = onThreeHosts(mpi, "Sums.java");
    assertThat(result.exitCode()).as(result.err()).isZero();
    checkSums(result.out());
    assertThat(Files.readString(page)).doesNotContain("differs", "no recording");
    checkNothingIsLeft();

    // What is left of a rank whose process is killed lies on its host: the others deliver.
    result = onThreeHosts(mpi, "Sums.java", "kill");
    assertThat(result.exitCode()).isNotZero();
    var printed = WrittenSums.printed(result.out());
    printed.remove(1);
    assertThat(WrittenSums.ofPage(page)).isEqualTo(printed);
    assertThat(Files.readString(page)).contains("There is no recording of 1 rank");

    result = onThreeHosts(mpi, "Sums.java", "throw");
    assertThat(result.err()).contains("as planned").doesNotContain("could not be sent");
    checkSums(result.out());
  }

  /// `mpirun` itself starts the ranks, each on a host of its own: rank 0 writes, the others send it
  /// what they and their mobile objects did.
  @EachMpi
  @ExtendWith(NeedsLab.class)
  void ranksOnOtherHostsSendToRank0WhereMpirunStartsThem(Mpi mpi) throws Exception {
    mpi.assumeThere();
    assumeProtoc();
    assertThat(weft.run("token").exitCode()).isZero();
    var command = Programs.java("", "Sums.java");
    command.addAll(List.of("--weft-report", page.toString(), "--weft-trace", trace.toString()));
    var result = mpirunOnThreeHosts(mpi, command);
    assertThat(result.exitCode()).as(result.err()).isZero();
    checkSums(result.out());
    // Three namespaces of one machine share its clock.
    assertThat(Files.readString(page))
        .contains("All ranks read one clock", "equal")
        .doesNotContain("differs", "no recording");
    checkNothingIsLeft();

    command = Programs.java("", "weft.apps.swarm.Swarm");
    command.addAll(List.of("--particles", "100", "--grid", "4", "--steps", "10"));
    command.addAll(List.of("--weft-report", page.toString()));
    result = mpirunOnThreeHosts(mpi, command);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(Files.readString(page))
        .containsPattern("Objects that arrived at a rank\",\"rows\":3,")
        .doesNotContain("no recording");
    checkNothingIsLeft();
  }

  private Weft.Result mpirunOnThreeHosts(Mpi mpi, List<String> program) throws Exception {
    var words = new ArrayList<>(mpi.command(3, program));
    words.addAll(1, List.of(mpi == Mpi.OPEN_MPI ? "--host" : "-hosts", "$WEFT_LAB_HOSTS"));
    String line = String.join(" ", words);
    return weft.run("lab", "run", "--hosts", "3", "--", "sh", "-c", line);
  }

  @EachMpi
  @ExtendWith(NeedsLab.class)
  void objectsOnOtherHostsAreInThePage(Mpi mpi) throws Exception {
    mpi.assumeThere();
    var result = onThreeHosts(mpi, "swarm", "--particles", "100", "--grid", "4", "--steps", "10");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(Files.readString(page))
        .containsPattern("Objects that arrived at a rank\",\"rows\":3,")
        .doesNotContain("no recording");
    checkNothingIsLeft();
  }

  private Weft.Result onThreeHosts(Mpi mpi, String... program) throws Exception {
    var line = new ArrayList<>(List.of("lab", "run", "--hosts", "3", "--"));
    line.addAll(List.of("-n", "3", "--mpi", mpi.title, "--java-heap", "64m"));
    line.addAll(List.of("--report", page.toString(), "--trace", trace.toString()));
    line.addAll(List.of(program));
    return weft.run(line.toArray(String[]::new));
  }
}
