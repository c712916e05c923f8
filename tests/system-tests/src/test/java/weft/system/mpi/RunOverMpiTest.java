// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// `weft run --transport mpi`: `weft` starts `mpirun`, and all is as it is over shm.
@Sampled
final class RunOverMpiTest {
  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder).file("Ring.java", Programs.RING);
    weft.variable("TMPDIR", folder.toString());
  }

  private Weft.Result run(Mpi mpi, String... arguments) throws Exception {
    var all = new ArrayList<>(List.of("run", "--transport", "mpi", "--mpi", mpi.title));
    all.addAll(List.of(arguments));
    return weft.run(all.toArray(String[]::new));
  }

  private static List<String> ring(int ranks) {
    return IntStream.range(0, ranks)
        .mapToObj(r -> "rank " + r + " of " + ranks + " over mpi: " + (r == 0 ? ranks : r))
        .toList();
  }

  @EachMpi
  void runsABuiltInProgramAndASourceFile(Mpi mpi) throws Exception {
    mpi.assumeThere();
    var hello = run(mpi, "-n", "2", "hello");
    assertThat(hello.err()).isEmpty();
    assertThat(hello.out()).isEqualTo("2 ranks over mpi: all 24 requests arrived.\n");

    var ring = run(mpi, "-n", "3", "Ring.java");
    assertThat(ring.err()).isEmpty();
    assertThat(ring.outLines()).containsExactlyInAnyOrderElementsOf(ring(3));
    assertThat(ring.exitCode()).isZero();
    assertThat(weft.leftovers()).isEmpty();
  }

  /// As in a container: its ranks died of SIGSEGV, or ended within MPI_Init without a reason.
  @EachMpi
  void aSmallDevShmIsReportedAndDoneWithout(Mpi mpi) throws Exception {
    mpi.assumeThere();
    String small = "mount -t tmpfs -o size=1m tmpfs /dev/shm";
    assumeTrue(
        new ProcessBuilder("unshare", "-m", "sh", "-c", small).start().waitFor() == 0,
        "SKIPPED: no right to make a mount namespace");
    weft.inScript("exec unshare -m sh -c '" + small + " && exec \"$@\"' sh \"$@\"");
    var result = run(mpi, "-n", "2", "Ring.java");

    assertThat(result.outLines()).containsExactlyInAnyOrderElementsOf(ring(2));
    assertThat(result.err())
        .startsWith("weft: /dev/shm has 1.0 MB free, and the MPI library needs 8.8 MB there")
        .hasLineCount(1);
    assertThat(result.exitCode()).isZero();
  }

  @EachMpi
  void longLinesArriveWhole(Mpi mpi) throws Exception {
    mpi.assumeThere();
    weft.file(
        "Long.java",
        """
        void main(String[] args) {
          weft.Weft.launch(args, world -> {
            world.start();
            String line = ("" + (char) ('a' + world.rank())).repeat(1 << 20);
            for (int i = 0; i < 3; i++) IO.println(line);
          });
        }
        """);
    var result = run(mpi, "-n", "4", "Long.java");
    assertThat(result.exitCode()).isZero();
    assertThat(result.outLines()).hasSize(12);
    for (String line : result.outLines()) {
      assertThat(line.equals(line.substring(0, 1).repeat(1 << 20)))
          .as(line.length() + " letters, the first " + line.charAt(0))
          .isTrue();
    }
  }

  @EachMpi
  void onlyRank0ReadsWhatIsPipedIn(Mpi mpi) throws Exception {
    mpi.assumeThere();
    weft.file(
        "Reads.java",
        """
        void main(String[] args) {
          weft.Weft.launch(args, world -> {
            world.start();
            IO.println("rank " + world.rank() + " read " + IO.readln());
          });
        }
        """);
    weft.input("a word\n");
    var result = run(mpi, "-n", "2", "Reads.java");
    assertThat(result.outLines())
        .containsExactlyInAnyOrder("rank 0 read a word", "rank 1 read null");
  }

  @EachMpi
  void takesHostsAndMoreArguments(Mpi mpi) throws Exception {
    mpi.assumeThere();
    // The program is compiled by each rank: another host would not see this one's temporary folder.
    String more = mpi == Mpi.OPEN_MPI ? "--map-by slot" : "-localhost localhost";
    var result =
        run(
            mpi,
            "--hosts",
            "localhost",
            "--mpi-args",
            more,
            "-n",
            "2",
            "--tag-output",
            "Ring.java");
    assertThat(result.err()).isEmpty();
    assertThat(result.outLines())
        .containsExactlyInAnyOrder("[0] rank 0 of 2 over mpi: 2", "[1] rank 1 of 2 over mpi: 1");
    assertThat(run(mpi, "--hosts", "a:1", "-n", "2", "hello").exitCode()).isEqualTo(2);
  }

  @EachMpi
  void passesArgumentsAndInput(Mpi mpi) throws Exception {
    mpi.assumeThere();
    weft.file(
        "Args.java",
        "void main(String[] a) { for (var s : a) IO.println(\"<\" + s + \">\");"
            + " IO.println(IO.readln()); }");
    String[] arguments = {"-n", "7", "", "a b", ":", "--", "--help", "*", "$HOME", "é\"'\\"};
    var command = new ArrayList<>(List.of("-n", "1", "Args.java"));
    command.addAll(List.of(arguments));
    var result = run(mpi, command.toArray(String[]::new));
    var expected = new ArrayList<String>();
    for (String argument : arguments) {
      expected.add("<" + argument + ">");
    }
    expected.add("null");
    assertThat(result.outLines()).isEqualTo(expected);

    weft.input("a line\n");
    assertThat(run(mpi, "-n", "2", "Ring.java", "read").outLines()).contains("read a line");
  }

  @EachMpi
  void keepsLinesWholeThatMpirunCutsIntoPieces(Mpi mpi) throws Exception {
    mpi.assumeThere();
    weft.file(
        "Lines.java",
        """
        void main() {
          for (int i = 0; i < 400; i++) System.out.print("line " + i + " " + "x".repeat(i * 11) + "\\n");
        }
        """);
    var result = run(mpi, "-n", "2", "--tag-output", "Lines.java");
    for (int rank = 0; rank < 2; rank++) {
      String tag = "[" + rank + "] ";
      assertThat(result.outLines().stream().filter(line -> line.startsWith(tag)))
          .containsExactlyElementsOf(
              IntStream.range(0, 400)
                  .mapToObj(i -> tag + "line " + i + " " + "x".repeat(i * 11))
                  .toList());
    }
    assertThat(result.outLines()).hasSize(800);
  }

  @EachMpi
  void oneReportAndTheExitCodeOfTheRankThatFailed(Mpi mpi) throws Exception {
    mpi.assumeThere();
    var exit = run(mpi, "-n", "3", "Ring.java", "exit");
    assertThat(exit.exitCode()).isEqualTo(7);
    assertThat(exit.err()).startsWith("weft: rank 1 failed: its process ").hasLineCount(1);

    var thrown = run(mpi, "-n", "3", "Ring.java", "throw");
    assertThat(thrown.exitCode()).isEqualTo(1);
    assertThat(thrown.err())
        .startsWith("weft: rank 1 failed in its body: ")
        .contains("the dog ate it")
        .containsOnlyOnce("weft: ")
        .doesNotContain("mpirun", "Primary job", "BAD TERMINATION");
    assertThat(weft.leftovers()).isEmpty();
  }

  @EachMpi
  void aRankThatDoesNotJoinIsNamed(Mpi mpi) throws Exception {
    mpi.assumeThere();
    weft.file(
        "Absent.java",
        """
        void main(String[] args) throws Exception {
          String rank = System.getenv("OMPI_COMM_WORLD_RANK");
          if ((rank == null ? System.getenv("PMI_RANK") : rank).equals("1")) {
            Thread.sleep(3000 * args.length); // Open MPI 5 ends the other at once.
            System.exit(args.length == 0 ? 0 : 5);
          }
          weft.Weft.launch(args, world -> world.start());
        }
        """);
    var silent = run(mpi, "-n", "2", "Absent.java");
    assertThat(silent.exitCode()).isEqualTo(1);
    assertThat(silent.err())
        .isEqualTo(
            "weft: rank 1 failed: its process ended without calling Weft.launch, which other ranks"
                + " have called; all must\n");
    var failed = run(mpi, "-n", "2", "Absent.java", "x");
    assertThat(failed.exitCode()).isEqualTo(5);
    assertThat(failed.err())
        .startsWith("weft: rank 1 failed: its process on host ")
        .endsWith(" ended with exit code 5 before it joined the job\n")
        .hasLineCount(1);
  }

  @EachMpi
  void saysWhyThereIsNoLibrary(Mpi mpi) throws Exception {
    mpi.assumeThere();
    weft.variable("WEFT_MPI_LIBRARY", "/no/such/libmpi.so");
    var result = run(mpi, "-n", "4", "hello");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .matches("weft: rank [0-3] failed: no MPI library was found \\(looked for (?s:.*)")
        .contains("/no/such/libmpi.so")
        .endsWith("The transports threads and shm work without MPI\n")
        .hasLineCount(1);
  }

  @Alike({"threads", "shm"})
  void theOtherTransportsNeedNoLibrary(String transport) throws Exception {
    weft.variable("WEFT_MPI_LIBRARY", "/no/such/libmpi.so");
    var result = weft.run("run", "-n", "2", "--transport", transport, "hello");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo("2 ranks over " + transport + ": all 24 requests arrived.\n");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void saysWhatToInstallWhereThereIsNoMpirun() throws Exception {
    weft.variable("PATH", folder.toString());
    var result = weft.run("run", "-n", "2", "--transport", "mpi", "hello");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("weft: there is no mpirun on the PATH; install Open MPI")
        .hasLineCount(1);
  }
}
