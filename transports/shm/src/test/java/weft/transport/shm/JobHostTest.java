// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import weft.WeftException;
import weft.memory.Place;
import weft.memory.SharedFile;
import weft.transport.JobVariables;
import weft.transport.job.JobDirectory;
import weft.transport.job.JobInfo;
import weft.transport.job.Jobs;
import weft.transport.job.Message;
import weft.transport.job.MessageReader;

/// How a host treats processes that end in this way or that; here they are shells.
final class JobHostTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(Map<String, String> environment, String... scripts) {
    var commands = new ArrayList<List<String>>();
    for (String script : scripts) {
      commands.add(List.of("/bin/sh", "-c", script));
    }
    return new JobHost(
            commands,
            environment,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .run();
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void programsThatNeverLaunchEndWell() {
    int code = run(Map.of(), "echo one", "echo two >&2; sleep 0.3");

    assertThat(code).isZero();
    assertThat(out()).isEqualTo("one\n");
    assertThat(err()).isEqualTo("two\n");
  }

  @Test
  void theFirstExitCodeArrivesAndEndsTheOthers() {
    int code = run(Map.of(), "sleep 600", "echo dying; exit 3", "exec sleep 600");

    assertThat(code).isEqualTo(3);
    assertThat(out()).isEqualTo("dying\n");
    assertThat(err())
        .matches(
            "weft: rank 1 failed: its process \\(pid \\d+\\) ended with exit code 3 before it"
                + " joined the job\n");
  }

  /// All end before the first end has been weighed.
  @Test
  void ranksThatFailTogetherAreReportedOnce() {
    for (int run = 1; run <= 20; run++) {
      err.reset();
      assertThat(run(Map.of(), "exit 2", "exit 2", "exit 2")).as("run " + run).isEqualTo(2);
      assertThat(err())
          .as("run " + run)
          .matches(
              "weft: rank \\d failed: its process \\(pid \\d+\\) ended with exit code 2 before it"
                  + " joined the job\n");
    }
  }

  @Test
  void aRankThatEndedWellDoesNotHideOneThatFailed() {
    assertThat(run(Map.of(), "exit 0", "exit 3")).isEqualTo(3);
    assertThat(err()).startsWith("weft: rank 1 failed: ").hasLineCount(1);
  }

  @Test
  void aKilledRankIsNamedWithItsSignal() {
    int code = run(Map.of(), "exec sleep 600", "kill -9 $$");

    assertThat(code).isEqualTo(137);
    assertThat(err()).contains("rank 1 failed").contains("killed by signal 9 (SIGKILL)");
  }

  @Test
  void everyRankKnowsItsJob() {
    int code =
        run(
            Map.of("MINE", "yes", JobVariables.TAG_OUTPUT, "yes"),
            "echo $WEFT_TRANSPORT $WEFT_RANK of $WEFT_SIZE $MINE; test -S $WEFT_JOB/control.sock",
            "echo $WEFT_TRANSPORT $WEFT_RANK of $WEFT_SIZE $MINE; test -n \"$WEFT_TOKEN\"");

    assertThat(code).isZero();
    assertThat(out().lines()).containsExactlyInAnyOrder("[0] shm 0 of 2 yes", "[1] shm 1 of 2 yes");
  }

  @Test
  void nothingStaysBehind() {
    run(Map.of(), "echo $WEFT_JOB; exit 1");

    Path directory = Path.of(out().strip());
    assertThat(directory).doesNotExist();
    assertThat(SharedFile.path(Place.shared(Map.of()).directory(), name(directory))).doesNotExist();
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  @Test
  void aCommandThatCannotBeStartedIsNamed() {
    var commands = List.of(List.of("/bin/sh", "-c", "sleep 600"), List.of("/no/such/program"));

    assertThatThrownBy(() -> new JobHost(commands, Map.of(), System.out, System.err).run())
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("/no/such/program");
  }

  @Test
  void wrongSettingsAreRefused() {
    assertThatThrownBy(() -> run(Map.of(JobVariables.STALL, "soon"), "true"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("WEFT_STALL is \"soon\"");
    assertThatThrownBy(() -> run(Map.of(), new String[0]))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("0 ranks");
  }

  @Test
  void onlyWhoKnowsTheTokenJoins() throws Exception {
    var job = new Thread(() -> run(Map.of(), "echo $WEFT_JOB $WEFT_TOKEN; exec sleep 600"));
    job.start();
    while (out.size() == 0) {
      Thread.sleep(10);
    }
    String[] told = out().strip().split(" ");
    Path directory = Path.of(told[0]);
    String token = told[1];

    assertThat(ask(directory, new Message.Hello("0".repeat(token.length()), 0, 1)))
        .isEqualTo(new Message.Refused("the token is not that of the job"));
    assertThat(ask(directory, new Message.Inquire("")))
        .isEqualTo(new Message.Refused("the token is not that of the job"));
    assertThat(ask(directory, new Message.Hello(token, 1, 1)))
        .isEqualTo(new Message.Refused("the job has 1 ranks"));
    assertThat(ask(directory, new Message.Mapped())).isNull();
    assertThat(ask(directory, new Message.Inquire(token)))
        .isInstanceOfSatisfying(
            Message.Description.class,
            it -> assertThat(it.text()).contains("rank 0 has not called Weft.launch yet"));
    assertThat(ask(directory, new Message.Hello(token, 0, 1))).isInstanceOf(Message.Segment.class);

    JobInfo info = JobInfo.read(directory);
    assertThat(info.pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(info.program()).contains("sleep 600");
    assertThat(Jobs.running()).contains(info);
    ProcessHandle.current()
        .children()
        .filter(it -> it.info().commandLine().orElse("").endsWith("sleep 600"))
        .forEach(ProcessHandle::destroyForcibly);
    job.join();
    assertThat(err()).contains("killed by signal 9");
  }

  /// Says one thing on a new connection and returns the answer, or null when it is closed instead.
  private static @Nullable Message ask(Path directory, Message message) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(JobDirectory.control(directory)));
      ByteBuffer frame = message.frame();
      channel.write(frame);
      var frames = new MessageReader();
      for (; ; ) {
        Message answer = frames.next();
        if (answer != null || frames.fill(channel) < 0) {
          return answer;
        }
      }
    }
  }
}
