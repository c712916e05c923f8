// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// Jobs in small places: a full file system for shared memory, a cgroup with little memory. Both
/// need root; elsewhere they are skipped, and say so.
@Sampled
final class LimitsTest {
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup/memory");

  @TempDir Path folder;

  @Test
  void aFullSharedMemoryIsLeftForTheTemporaryDirectory() throws Exception {
    Path small = Files.createDirectories(folder.resolve("small"));
    assumeTrue(
        command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small.toString()) == 0,
        "SKIPPED: no right to mount a tmpfs, so a full /dev/shm is not tested");
    try (var job = new FaultyJob(folder)) {
      job.weft().variable("WEFT_SHM_DIR", small.toString());
      Weft.Result result = job.begin(2, List.of(), "Scenarios", "end", "end").end();
      assertThat(result.exitCode()).isZero();
      assertThat(result.err()).contains(small.toString());
      assertThat(small).isEmptyDirectory();
    } finally {
      command("umount", small.toString());
    }
  }

  /// Storage runs out before the heap does: an exception that is caught, and the heap serves on.
  @Test
  void anAllocationForWhichThereIsNoStorageIsAnException() throws Exception {
    Path small = Files.createDirectories(folder.resolve("small"));
    assumeTrue(
        command("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", small.toString()) == 0,
        "SKIPPED: no right to mount a tmpfs, so a full /dev/shm is not tested");
    try (var job = new FaultyJob(folder)) {
      job.weft().variable("WEFT_SHM_DIR", small.toString());
      for (String transport : List.of("shm", "threads")) {
        var options = List.of("--ring", "4096", "--transport", transport);
        Weft.Result result = job.begin(3, options, "FullHeap").end();
        assertThat(result.err()).isEmpty();
        if (transport.equals("shm")) {
          assertThat(result.out())
              .contains("exhausted: rank 1 cannot have 97 KiB more of its registered heap")
              .contains(" of 256 MiB have storage, and " + small + " has ");
        }
        assertThat(result.out())
            .contains("had several blocks, twice")
            .contains("rank 0 ends well", "rank 1 ends well", "rank 2 ends well");
        assertThat(result.exitCode()).isZero();
        assertThat(small).isEmptyDirectory();
      }
      Weft.Result result = job.begin(2, List.of("--ring", "4096"), "FullHeap", "all").end();
      assertThat(result.err()).contains("no storage for 8388608 more bytes", "--heap");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(small).isEmptyDirectory();
    } finally {
      command("umount", small.toString());
    }
  }

  @Test
  void aHeapThatWasAskedForGoesWhereItFits() throws Exception {
    Path small = Files.createDirectories(folder.resolve("small"));
    assumeTrue(
        command("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", small.toString()) == 0,
        "SKIPPED: no right to mount a tmpfs, so a full /dev/shm is not tested");
    try (var job = new FaultyJob(folder)) {
      job.weft().variable("WEFT_SHM_DIR", small.toString());
      Weft.Result result = job.begin(2, List.of("--heap", "9m"), "FullHeap", "all").end();
      assertThat(result.err()).contains(small + " has ", "the job's memory is a file in ");
      assertThat(result.out()).contains("exhausted: ", "rank 0 ends well", "rank 1 ends well");
      assertThat(result.exitCode()).isZero();
      assertThat(small).isEmptyDirectory();
    } finally {
      command("umount", small.toString());
    }
  }

  @Test
  void anExhaustedHeapThatNobodyCatchesEndsTheJobWithItsSizes() throws Exception {
    for (String transport : List.of("shm", "threads")) {
      try (var job = new FaultyJob(folder)) {
        var options = List.of("--heap", "1m", "--transport", transport);
        Weft.Result result = job.begin(2, options, "FullHeap", "all").end();
        assertThat(result.err())
            .contains("has no room for 8388608 bytes: 1048576 are free", "--heap");
        assertThat(result.exitCode()).isEqualTo(1);
      }
    }
  }

  @Test
  void sevenRanksFloodOneWithinTheBudget() throws Exception {
    Path group = CGROUPS.resolve("weft-test-" + ProcessHandle.current().pid());
    assumeTrue(
        makeGroup(group),
        "SKIPPED: no right to make a memory cgroup, so the flood is not tested against a limit");
    try (var job = new FaultyJob(folder)) {
      // The budget of rank 0, its 64 rings' worth of pages, and nine JVMs of 48 MB each.
      Files.writeString(
          group.resolve("memory.limit_in_bytes"), String.valueOf((16L << 20) + 9 * (48L << 20)));
      job.weft().inGroup(group.resolve("cgroup.procs"));
      Weft.Result result =
          job.begin(8, List.of("--budget", "16m"), "Scenarios$Flood", "4000").end();
      assertThat(result.err()).isEmpty();
      assertThat(result.out()).contains("all came in order");
      assertThat(result.exitCode()).isZero();
      System.out.println(
          "flood: at most "
              + Long.parseLong(Files.readString(group.resolve("memory.max_usage_in_bytes")).strip())
                  / (1 << 20)
              + " MB of "
              + Long.parseLong(Files.readString(group.resolve("memory.limit_in_bytes")).strip())
                  / (1 << 20)
              + " MB");
    } finally {
      Files.deleteIfExists(group);
    }
  }

  /// A launcher needs files for its ranks, and a restart for those of all saved ranks.
  @Test
  void fewOpenFilesAreToldInASentence() throws Exception {
    String saved = folder.resolve("saved").toString();
    for (String transport : List.of("shm", "tcp")) {
      var weft = new Weft(Files.createDirectories(folder.resolve(transport)));
      Weft.Result result =
          weft.inScript("ulimit -n 80; exec \"$@\"")
              .run("run", "-n", "12", "--transport", transport, "hello");
      assertThat(result.err())
          .matches(
              "weft: this process may have 80 files open at once \\(ulimit -n\\), and it needs about"
                  + " \\d+ to start 12 ranks; raise that limit, or start fewer ranks\n");
      assertThat(result.exitCode()).isEqualTo(1);
    }
    var weft = new Weft(folder);
    String[] swarm = {"swarm", "--steps", "40", "--particles", "2000"};
    Weft.Result good =
        weft.run(
            words("run -n 90 --transport threads --every 0.001s --checkpoint " + saved, swarm));
    assertThat(good.exitCode()).as(good.err()).isZero();
    Weft.Result few =
        weft.inScript("ulimit -n 100; exec \"$@\"")
            .run(words("run -n 1 --transport tcp --restart " + saved, swarm));
    assertThat(few.err())
        .contains("rank 0 cannot open the files of all ranks of ", "too many open files")
        .doesNotContain("damaged");
    assertThat(few.exitCode()).isEqualTo(1);
  }

  private static String[] words(String options, String... program) {
    return Stream.concat(Stream.of(options.split(" ")), Stream.of(program)).toArray(String[]::new);
  }

  private static boolean makeGroup(Path group) {
    try {
      Files.createDirectory(group);
      return Files.isWritable(group.resolve("cgroup.procs"));
    } catch (IOException e) {
      return false;
    }
  }

  private static int command(String... words) throws Exception {
    return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
  }
}
