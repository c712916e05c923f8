// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A job whose host is gone is told from one that runs: with real processes.
final class JobsTest {
  @TempDir Path directory;

  private Path home;
  private Process process;

  @BeforeEach
  void start() throws IOException {
    home = directory.resolve("home");
    process = new ProcessBuilder("sleep", "600").start();
  }

  @AfterEach
  void end() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor(10, TimeUnit.SECONDS);
  }

  private JobInfo job(long pid, long started) throws IOException {
    JobDirectory job = JobDirectory.create(home);
    var info =
        new JobInfo(
            job.id(),
            job.path(),
            pid,
            started,
            Instant.ofEpochMilli(1_234_567),
            3,
            " a\\b = c: é\nd",
            directory.resolve("weft-" + job.id()),
            "5ec4e7");
    job.describe(info);
    return info;
  }

  private List<String> ids(boolean alive) {
    return Jobs.jobs(List.of(home), alive).stream().map(JobInfo::id).toList();
  }

  @Test
  void aJobIsReadAsItWasWritten() throws IOException {
    JobInfo written = job(process.pid(), Proc.started(process.pid()));

    JobInfo read = JobInfo.read(written.directory());

    assertThat(read.program()).isEqualTo(" a\\b = c: é d");
    assertThat(read.segment()).isEqualTo(written.segment());
    assertThat(read.began()).isEqualTo(written.began());
    assertThat(read.token()).isEqualTo("5ec4e7");
    assertThat(read.toString()).doesNotContain("5ec4e7").contains(written.id());
  }

  @Test
  void aJobRunsWhileItsHostDoes() throws Exception {
    JobInfo job = job(process.pid(), Proc.started(process.pid()));
    assertThat(ids(true)).containsExactly(job.id());
    assertThat(ids(false)).isEmpty();
    assertThat(Jobs.clean(List.of(home))).isZero();

    process.destroyForcibly().waitFor();

    assertThat(ids(true)).isEmpty();
    assertThat(ids(false)).containsExactly(job.id());
  }

  @Test
  void anotherProcessWithTheSameNumberIsNotItsHost() throws IOException {
    JobInfo job = job(process.pid(), Proc.started(process.pid()) - 1);

    assertThat(ids(false)).containsExactly(job.id());
  }

  @Test
  void aJobThatListensRunsThoughItsProcessCannotBeSeen() throws IOException {
    JobInfo job = job(process.pid(), -7);
    try (ControlServer _ = ControlServer.open(job.directory(), 3)) {
      assertThat(ids(true)).containsExactly(job.id());
    }
    assertThat(ids(false)).containsExactly(job.id());
  }

  @Test
  void cleaningTakesWhatIsStaleAndLeavesTheRest() throws Exception {
    JobInfo lives = job(process.pid(), Proc.started(process.pid()));
    JobInfo stale = job(process.pid(), -7);
    Files.writeString(stale.segment(), "left");
    Files.writeString(JobDirectory.bell(stale.directory(), 0), "left");
    Path foreign = Files.createDirectory(home.resolve("notes"));

    assertThat(Jobs.clean(List.of(home))).isEqualTo(1);

    assertThat(stale.directory()).doesNotExist();
    assertThat(stale.segment()).doesNotExist();
    assertThat(lives.directory()).exists();
    assertThat(foreign).exists();
  }

  /// A process that is killed while it removes a directory has hidden it already.
  @Test
  void cleaningCompletesTheRemovalsOfKilledProcesses() throws Exception {
    JobInfo job = job(process.pid(), Proc.started(process.pid()));
    Path hidden = home.resolve("." + job.id() + "-" + process.pid());
    Files.move(job.directory(), hidden);
    Files.writeString(JobDirectory.bell(hidden, 0), "left");
    assertThat(Jobs.clean(List.of(home))).isZero();

    process.destroyForcibly().waitFor();

    assertThat(Jobs.clean(List.of(home))).isEqualTo(1);
    assertThat(hidden).doesNotExist();
  }

  /// A shutdown hook and the main thread remove the same directory. The JVM ends as soon as the
  /// hook returns.
  @Test
  void aRemovalReturnsWhenNothingIsLeftThoughAnotherThreadRemovesToo() throws Exception {
    JobInfo job = job(process.pid(), Proc.started(process.pid()));
    for (int rank = 0; rank < 3_000; rank++) {
      Files.createFile(JobDirectory.bell(job.directory(), rank));
    }
    var left = new ConcurrentLinkedQueue<Integer>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 4; i++) {
      boolean sweeps = i % 2 == 1;
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                if (sweeps) {
                  int _ = JobDirectory.removeKilled(List.of(home));
                }
                JobDirectory.remove(job.directory());
                left.add(entries());
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(left).containsExactly(0, 0, 0, 0);
  }

  private int entries() {
    return Objects.requireNonNull(home.toFile().list()).length;
  }

  @Test
  void memoryThatNobodyHoldsIsRemoved() throws Exception {
    Path left = directory.resolve("weft-0123456789ab");
    Files.writeString(left, "left");
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(60)));
    Path begins = directory.resolve("weft-0123456789ac");
    Files.writeString(begins, "not locked yet");
    Path other = directory.resolve("weft-notes");
    Files.writeString(other, "mine");

    assertThat(Jobs.cleanSegments(directory)).isEqualTo(1);

    assertThat(left).doesNotExist();
    assertThat(begins).exists();
    assertThat(other).exists();
  }

  @Test
  void aZombieIsGone() throws Exception {
    assertThat(Proc.started(process.pid())).isPositive();
    assertThat(Proc.started(Proc.self())).isPositive();
    assertThat(Proc.self()).isEqualTo(ProcessHandle.current().pid());
    process.destroyForcibly().waitFor();
    assertThat(Proc.started(process.pid())).isEqualTo(Proc.NONE);
  }

  @Test
  void directoriesAreClosedToOthers() throws IOException {
    JobInfo job = job(1, 1);
    for (Path closed : List.of(home, job.directory())) {
      assertThat(
              java.nio.file.attribute.PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(closed)))
          .isEqualTo("rwx------");
    }
    assertThat(
            java.nio.file.attribute.PosixFilePermissions.toString(
                Files.getPosixFilePermissions(job.directory().resolve(JobDirectory.PROPERTIES))))
        .isEqualTo("rw-------");
  }

  @Test
  void aHomeThatOthersCanEnterIsClosed() throws IOException {
    Files.createDirectory(home);
    Files.setPosixFilePermissions(
        home, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));

    JobDirectory.create(home);

    assertThat(
            java.nio.file.attribute.PosixFilePermissions.toString(
                Files.getPosixFilePermissions(home)))
        .isEqualTo("rwx------");
  }
}
