// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import weft.transport.JobVariables;
import weft.transport.job.Connection;
import weft.transport.job.ControlServer;
import weft.transport.job.Handshake;
import weft.transport.job.JobInfo;
import weft.transport.job.Jobs;
import weft.transport.job.Message;

/// A job whose rank 0 is on another host is listed by its launcher, which passes questions on.
@Timeout(120)
final class LauncherPortTest {
  private static final String ANSWER = "  rank 0 waits in World.quiesce\n";

  private volatile boolean over;

  private static Optional<JobInfo> listed(String token) {
    return Jobs.running().stream().filter(it -> it.token().equals(token)).findFirst();
  }

  /// Answers as rank 0 does, until the connection ends or the test is over.
  private void answer(ControlServer server, String token) {
    var listener =
        new ControlServer.Listener() {
          @Override
          public void heard(Connection from, Message message) {
            if (message instanceof Message.Inquire question && question.token().equals(token)) {
              from.send(new Message.Description(true, 0, ANSWER));
            }
          }

          @Override
          public void lost(Connection connection) {
            over = true;
          }
        };
    try (server) {
      while (!over) {
        int _ = server.await(listener, 10_000_000);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void listsTheJobOnceRankZeroHasConnected() throws Exception {
    LauncherPort port = Objects.requireNonNull(LauncherPort.open(3, "Program.java", Map.of()));
    String token = port.variables().getOrDefault(JobVariables.TOKEN, "");
    String place = port.variables().getOrDefault(JobVariables.LAUNCHER_AT, "");
    int number = Integer.parseInt(place.split(",", -1)[0]);
    InetAddress here = InetAddress.getLoopbackAddress();
    try (Socket stranger = new Socket(here, number)) {
      byte[] challenge =
          new DataInputStream(stranger.getInputStream()).readNBytes(Handshake.CHALLENGE_BYTES);
      assertThat(challenge).hasSize(Handshake.CHALLENGE_BYTES);
      stranger.getOutputStream().write(new byte[Handshake.ANSWER_BYTES]);
      assertThat(stranger.getInputStream().read()).isNegative();
    }
    assertThat(listed(token)).isEmpty();

    ControlServer server = ControlServer.open();
    var rank = new Thread(() -> answer(server, token));
    LauncherConnection.open(number + "," + here.getHostAddress(), token, server);
    rank.start();
    while (listed(token).isEmpty()) {
      Thread.sleep(10);
    }
    JobInfo job = listed(token).orElseThrow();
    assertThat(List.of(job.size(), job.program())).isEqualTo(List.of(3, "Program.java"));
    assertThat(job.pid()).isEqualTo(ProcessHandle.current().pid());
    for (int i = 0; i < 3; i++) {
      assertThat(Jobs.describe(job)).isEqualTo(ANSWER);
    }
    over = true;
    rank.join();
    assertThat(Jobs.describe(job)).contains("the connection to rank 0 has ended");
    port.close();
    assertThat(listed(token)).isEmpty();
  }
}
