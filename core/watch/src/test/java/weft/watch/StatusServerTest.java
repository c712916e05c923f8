// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.transport.job.JobDirectory;
import weft.transport.job.JobInfo;
import weft.transport.job.Message;
import weft.transport.job.MessageReader;

/// A job over MPI is found and asked as others are.
final class StatusServerTest {
  private static final int SIZE = 3;

  @TempDir Path folder;

  private static JobInfo listed(WatchedJob job) throws Exception {
    WatchedJob.awaitThat("the job to be listed", job::isListed);
    return JobInfo.read(job.directories().get(0));
  }

  private static @Nullable Message ask(JobInfo info, Message question) throws Exception {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(JobDirectory.control(info.directory())));
      channel.write(question.frame());
      var frames = new MessageReader();
      for (; ; ) {
        Message answer = frames.next();
        if (answer != null || frames.fill(channel) < 0) {
          return answer;
        }
      }
    }
  }

  private static String situation(JobInfo info) throws Exception {
    return ask(info, new Message.Inquire(info.token())) instanceof Message.Description answer
        ? answer.text()
        : "nothing";
  }

  @Test
  void saysWhoWaitsWhere() throws Exception {
    try (WatchedJob job = WatchedJob.start(folder, SIZE, Map.of("WEFT_PROGRAM", "a test"))) {
      JobInfo info = listed(job);
      assertThat(info.program()).isEqualTo("a test");
      assertThat(info.size()).isEqualTo(SIZE);
      assertThat(info.isAlive()).isTrue();

      assertThat(situation(info))
          .contains("(pid " + job.process(0).pid() + " on host ")
          .contains("rank 0 waits for its test")
          .contains("rank 1 waits for its test")
          .contains("rank 2 waits for its test");
    }
  }

  @Test
  void saysWhoDoesNotAnswer() throws Exception {
    try (WatchedJob job = WatchedJob.start(folder, SIZE, Map.of())) {
      JobInfo info = listed(job);
      job.signal("STOP", 1);

      assertThat(situation(info))
          .contains("rank 1 does not answer: its process is paused, or very slow")
          .contains("rank 2 waits for its test");
    }
  }

  @Test
  void answersNobodyElse() throws Exception {
    try (WatchedJob job = WatchedJob.start(folder, SIZE, Map.of())) {
      JobInfo info = listed(job);

      assertThat(ask(info, new Message.Inquire("0".repeat(32))))
          .isEqualTo(new Message.Refused("the token is not that of the job"));
      assertThat(ask(info, new Message.Hello(info.token(), 1, 1))).isNull();
      assertThat(ask(info, new Message.Finished())).isNull();
    }
  }

  @Test
  void tellsAStandstillOnce() throws Exception {
    try (WatchedJob job = WatchedJob.start(folder, SIZE, Map.of("WEFT_STALL", "0.5"))) {
      WatchedJob.awaitThat("a report", () -> job.errOf(0).contains("rank 2"));
      Thread.sleep(1_500);
      assertThat(job.err())
          .containsOnlyOnce("weft: nothing has moved for 0 s; who waits where:\n")
          .containsOnlyOnce("rank 1 waits for its test");

      job.order(1, "compute");
      WatchedJob.awaitThat(
          "the rank that computes",
          () ->
              job.errOf(0)
                  .contains(
                      "weft: nothing has moved for 0 s while rank 1 makes no call; who waits"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void smallJobsAreWatchedToo(int size) throws Exception {
    try (WatchedJob job = WatchedJob.start(folder, size, Map.of())) {
      job.order(size - 1, "throw");

      for (int rank = 0; rank < size - 1; rank++) {
        assertThat(job.await("failed", rank)).startsWith("rank " + (size - 1));
      }
      assertThat(job.end(size - 1)).isBetween(0, 1);
      assertThat(job.err()).containsOnlyOnce("IllegalStateException: the body gave up");
      assertThat(job.directories()).isEmpty();
    }
  }
}
