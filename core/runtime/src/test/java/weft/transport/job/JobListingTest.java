// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A job of threads is found and asked as one of processes is.
final class JobListingTest {
  private static final long PATIENCE = 600_000_000_000L;

  @TempDir Path folder;

  private Path home() {
    return folder.resolve("home");
  }

  private JobListing open(String situation) {
    return JobListing.open(3, "token", () -> "some program", () -> situation, home());
  }

  /// The one job in `home`, once it can be found.
  private JobInfo found() throws Exception {
    return await(() -> {
      for (Path directory : JobDirectory.all(List.of(home()))) {
        if (Files.exists(directory.resolve(JobDirectory.PROPERTIES))) {
          return read(directory);
        }
      }
      return null;
    });
  }

  /// It may be half written.
  private static @Nullable JobInfo read(Path directory) {
    try {
      return JobInfo.read(directory);
    } catch (IOException e) {
      return null;
    }
  }

  private static <T> T await(Callable<@Nullable T> look) throws Exception {
    long deadline = System.nanoTime() + PATIENCE;
    while (System.nanoTime() < deadline) {
      T seen = look.call();
      if (seen != null) {
        return seen;
      }
      Thread.sleep(5);
    }
    throw new AssertionError("waited in vain");
  }

  @Test
  void saysWhatTheJobIsAndWhatItsRanksDo() throws Exception {
    try (JobListing _ = open("rank 0 waits\nrank 1 too\n")) {
      JobInfo job = found();

      assertThat(job.pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(job.size()).isEqualTo(3);
      assertThat(job.program()).isEqualTo("some program");
      assertThat(job.segment()).isNull();
      assertThat(job.isAlive()).isTrue();
      for (int question = 0; question < 3; question++) {
        assertThat(ask(job, new Message.Inquire(job.token())))
            .isEqualTo(new Message.Description(true, 0, "rank 0 waits\nrank 1 too\n"));
      }
    }
    assertThat(JobDirectory.all(List.of(home()))).isEmpty();
  }

  @Test
  void answersNobodyElse() throws Exception {
    try (JobListing _ = open("secret")) {
      JobInfo job = found();
      var refused = new Message.Refused("the token is not that of the job");

      assertThat(ask(job, new Message.Inquire("0".repeat(32)))).isEqualTo(refused);
      assertThat(ask(job, new Message.Hello(job.token(), 0, 1))).isEqualTo(refused);
      assertThat(
              java.nio.file.attribute.PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(job.directory())))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void whoSaysNothingKeepsNobodyWaiting() throws Exception {
    try (JobListing _ = open("here")) {
      JobInfo job = found();
      try (SocketChannel _ = connect(job)) {
        assertThat(ask(job, new Message.Inquire(job.token())))
            .isEqualTo(new Message.Description(true, 0, "here"));
      }
    }
  }

  @Test
  void aJobThatIsOverAtOnceLeavesNothing() throws Exception {
    for (int i = 0; i < 20; i++) {
      open("never asked").close();
    }
    Thread.sleep(200);
    assertThat(home()).doesNotExist();
  }

  @Test
  void removesWhatKilledJobsHaveLeft() throws Exception {
    JobInfo killed = left(-7, null);
    JobInfo processes = left(-7, folder.resolve("weft-memory"));
    JobInfo runs = left(Proc.started(Proc.self()), null);

    try (JobListing _ = open("")) {
      await(() -> Files.exists(killed.directory()) ? null : killed);
      await(() -> Files.exists(processes.directory()) ? null : processes);
      assertThat(runs.directory()).exists();
    }
  }

  /// A JVM that is killed between making its directory and saying whose it is leaves one of these.
  @Test
  void removesWhatKilledJobsWerePreparing() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    JobDirectory prepared = JobDirectory.prepare(home());
    assertThat(JobDirectory.all(List.of(home()))).isEmpty();
    Path killed = home().resolve("." + prepared.id() + "-" + gone.pid());
    Files.createDirectory(killed);
    Files.createFile(killed.resolve("control.sock"));

    try (JobListing _ = open("")) {
      await(() -> Files.exists(killed) ? null : killed);
      assertThat(prepared.path()).exists();
    }
    JobDirectory published = prepared.publish();
    assertThat(prepared.path()).doesNotExist();
    assertThat(JobDirectory.all(List.of(home()))).containsExactly(published.path());
  }

  private JobInfo left(long started, @Nullable Path segment) throws IOException {
    JobDirectory job = JobDirectory.create(home());
    var info =
        new JobInfo(
            job.id(), job.path(), Proc.self(), started, Instant.now(), 1, "p", segment, "token");
    job.describe(info);
    return info;
  }

  @Test
  void aHomeThatCannotBeMadeIsNoFailure() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    try (JobListing _ = JobListing.open(1, "token", () -> "p", () -> "s", file.resolve("home"))) {
      Thread.sleep(200);
    }
    assertThat(file).hasContent("mine");
    assertThatThrownBy(() -> JobDirectory.create(file.resolve("home")))
        .isInstanceOf(IOException.class);
  }

  private static SocketChannel connect(JobInfo job) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(JobDirectory.control(job.directory())));
    return channel;
  }

  private static @Nullable Message ask(JobInfo job, Message question) throws IOException {
    try (SocketChannel channel = connect(job)) {
      channel.write(question.frame());
      var frames = new MessageReader();
      while (frames.fill(channel) >= 0) {
        Message answer = frames.next();
        if (answer != null) {
          return answer;
        }
      }
      return null;
    }
  }
}
