// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import weft.JobFailedException;
import weft.WeftException;
import weft.transport.host.PortRange;
import weft.transport.job.GuardedListener;

/// Ranks that find each other by four variables. Here they are threads.
final class RootAllGatherTest {
  /// Its ports follow from it: another run of these tests on this machine has others.
  private static final String TOKEN = "the token of " + ProcessHandle.current().pid();

  private static final InetAddress OWN = InetAddress.getLoopbackAddress();

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, OWN)) {
      return socket.getLocalPort();
    }
  }

  private static Map<String, String> rank(int rank, int size, String address, String token) {
    return Map.of(
        "WEFT_RANK",
        "" + rank,
        "WEFT_SIZE",
        "" + size,
        "WEFT_ADDRESS",
        address,
        "WEFT_TOKEN",
        token);
  }

  private Future<String> join(Map<String, String> variables, int rounds) {
    return threads.submit(() ->
        RootAllGather.join(
            variables,
            exchange -> {
              String last = variables.getOrDefault("WEFT_RANK", "");
              for (int i = 0; i < rounds; i++) {
                var all = new StringBuilder();
                for (byte[] each : exchange.allGather((last + ".").getBytes(UTF_8))) {
                  all.append(new String(each, UTF_8));
                }
                last = all.toString();
              }
              return last;
            }));
  }

  @Test
  void allGetWhatAllGive() throws Exception {
    String address = "localhost:" + freePort();
    var ranks = new ArrayList<Future<String>>();
    for (int rank = 4; rank >= 0; rank--) { // The last is the one to which the others connect.
      ranks.add(join(rank(rank, 5, address, TOKEN), 2));
      Thread.sleep(50);
    }
    for (Future<String> each : ranks) {
      assertThat(each.get()).isEqualTo("0.1.2.3.4..".repeat(5));
    }
    assertThat(join(rank(0, 1, "nowhere.invalid", TOKEN), 1).get()).isEqualTo("0.");
  }

  /// The port follows from the token. Here something else has it: a job of another user, which
  /// challenges, or a process that says nothing.
  @Test
  void aTakenPortIsPassedOver() throws Exception {
    List<Integer> ports = RootAddress.parse("localhost").ports(TOKEN);
    assertThat(ports)
        .hasSize(8)
        .doesNotHaveDuplicates()
        .allMatch(it -> it >= 23_000 && it < 32_000);
    try (var _ = new ServerSocket(ports.get(0), 1, OWN)) {
      String other = "another job's token";
      var stranger = join(rank(0, 2, "localhost:" + ports.get(1), other), 1);
      List<Future<String>> ranks =
          List.of(
              join(rank(1, 3, "localhost", TOKEN), 1),
              join(rank(0, 3, "localhost", TOKEN), 1),
              join(rank(2, 3, "localhost", TOKEN), 1));
      for (Future<String> each : ranks) {
        assertThat(each.get()).isEqualTo("0.1.2.");
      }
      assertThat(join(rank(1, 2, "localhost:" + ports.get(1), other), 1).get()).isEqualTo("0.1.");
      assertThat(stranger.get()).isEqualTo("0.1.");
    }
  }

  /// As of two users: their ranks listen at ports of the same range.
  @Test
  void jobsShareARangeOfPorts() throws Exception {
    int first = 45_000 + 4 * (int) (ProcessHandle.current().pid() % 1_000);
    var jobs = new ArrayList<List<Future<String>>>();
    for (String token : List.of(TOKEN, "another token of another job")) {
      var ranks = new ArrayList<Future<String>>();
      for (int rank = 2; rank >= 0; rank--) {
        var variables = new HashMap<>(rank(rank, 3, "localhost", token));
        variables.put("WEFT_PORTS", first + "-" + (first + 3));
        ranks.add(join(variables, 1));
      }
      jobs.add(ranks);
    }
    for (List<Future<String>> ranks : jobs) {
      for (Future<String> each : ranks) {
        assertThat(each.get()).isEqualTo("0.1.2.");
      }
    }
    var range = new PortRange(first, first + 3);
    assertThat(RootAddress.parse("node1", range).ports(TOKEN))
        .containsExactlyInAnyOrder(first, first + 1, first + 2, first + 3);
    assertThat(RootAddress.parse("node1:7700", range).ports(TOKEN)).containsExactly(7700);
  }

  @Test
  void aRankWithAnotherTokenIsRefusedAndTheOthersWaitForTheRightOne() throws Exception {
    int port = freePort();
    String address = "localhost:" + port;
    var hub = join(rank(0, 2, address, TOKEN), 1);
    for (RootMember wrong :
        List.of(
            new RootMember(1, 2, "a token that is not it", RootAddress.parse(address), 1),
            new RootMember(2, 2, TOKEN, RootAddress.parse(address), 1))) {
      assertThatThrownBy(wrong::connect)
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("rank 0 at localhost, port " + port + " refuses it")
          .hasMessageContaining("its WEFT_TOKEN is another one");
      assertThat(wrong.waitsFor()).contains("is not of this job");
    }
    assertThat(hub.isDone()).isFalse();
    assertThat(join(rank(1, 2, address, TOKEN), 1).get()).isEqualTo("0.1.");
    assertThat(hub.get()).isEqualTo("0.1.");
  }

  @Test
  void strangersKeepNobodyFromJoining() throws Exception {
    int port = freePort();
    String address = "localhost:" + port;
    var hub = join(rank(0, 2, address, TOKEN), 1);
    var strangers = new ArrayList<Socket>();
    WatchedJob.awaitThat("a listener", () -> isListening(port));
    for (int i = 0; i < 2 * GuardedListener.MOST_STRANGERS; i++) {
      Socket stranger = connection(port);
      try {
        stranger.getOutputStream().write(new byte[i % 100]);
      } catch (IOException e) {
        // It was the oldest of many.
      }
      strangers.add(stranger);
    }
    assertThat(join(rank(1, 2, address, TOKEN), 1).get()).isEqualTo("0.1.");
    assertThat(hub.get()).isEqualTo("0.1.");
    for (Socket stranger : strangers) {
      stranger.close();
    }
  }

  private static boolean isListening(int port) {
    try (var _ = new Socket(OWN, port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Socket connection(int port) {
    try {
      return new Socket(OWN, port);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// All bytes pass a relay, which keeps them.
  @Test
  void theTokenCrossesNoWire() throws Exception {
    int port = freePort();
    var hub = join(rank(0, 2, "localhost:" + port, TOKEN), 1);
    WatchedJob.awaitThat("a listener", () -> isListening(port));
    var heard = new ByteArrayOutputStream();
    try (var relay = new ServerSocket(0, 8, OWN)) {
      var _ = threads.submit(() -> relay(relay, port, heard));
      String through = "localhost:" + relay.getLocalPort();
      assertThat(join(rank(1, 2, through, TOKEN), 1).get()).isEqualTo("0.1.");
      assertThat(hub.get()).isEqualTo("0.1.");
    }
    assertThat(heard.toString(UTF_8)).contains("0.").doesNotContain(TOKEN);
    assertThat(heard.toString(UTF_8).indexOf(TOKEN.substring(0, 8))).isNegative();
  }

  private Void relay(ServerSocket relay, int port, OutputStream heard) throws Exception {
    Socket from = relay.accept();
    Socket to = connection(port);
    var back = threads.submit(() -> copy(to.getInputStream(), from.getOutputStream(), heard));
    copy(from.getInputStream(), to.getOutputStream(), heard);
    to.shutdownOutput();
    back.get();
    from.close();
    to.close();
    return null;
  }

  private static Void copy(InputStream in, OutputStream out, OutputStream heard)
      throws IOException {
    var bytes = new byte[1 << 12];
    for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
      synchronized (heard) {
        heard.write(bytes, 0, read);
      }
      out.write(bytes, 0, read);
      out.flush();
    }
    return null;
  }

  @Test
  void ranksOfDifferentSizesEndWithOneReport() throws Exception {
    String address = "localhost:" + freePort();
    assertFailed(
        "rank 0 failed: it is one of 3 ranks, and rank 2 one of 4: give all the same WEFT_SIZE",
        join(rank(0, 3, address, TOKEN), 1),
        join(rank(1, 3, address, TOKEN), 1),
        join(rank(2, 4, address, TOKEN), 1));
  }

  @Test
  void whatFailsAtOneEndsAllWithOneReport() throws Exception {
    String address = "localhost:" + freePort();
    var failing =
        threads.submit(() ->
            RootAllGather.join(
                rank(1, 3, address, TOKEN),
                _ -> {
                  throw new WeftException("it has no room");
                }));
    assertFailed(
        "rank 1 failed: it has no room",
        join(rank(0, 3, address, TOKEN), 1),
        failing,
        join(rank(2, 3, address, TOKEN), 1));
  }

  @Test
  void aRankThatEndsIsNamed() throws Exception {
    String address = "localhost:" + freePort();
    var gone = new RootMember(2, 3, TOKEN, RootAddress.parse(address));
    var others = List.of(join(rank(0, 3, address, TOKEN), 1), join(rank(1, 3, address, TOKEN), 1));
    gone.connect();
    gone.close();
    assertFailed(
        "rank 2 failed: it has ended before all ranks had joined", others.get(0), others.get(1));
  }

  private static void assertFailed(String report, Future<String> hub, Future<?>... members) {
    assertThatThrownBy(hub::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(JobFailedException.class)
        .hasMessage(report);
    for (Future<?> each : members) {
      assertThatThrownBy(each::get).cause().isInstanceOf(JobFailedException.class);
    }
  }

  @Test
  void aSecretThatNobodyGaveIsAskedFor() {
    assertThatThrownBy(() -> join(rank(0, 2, "localhost", ""), 1).get())
        .cause()
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("rank 0 failed: WEFT_TOKEN is missing")
        .hasMessageContaining("give all ranks the same one, of at least 16 characters");
    assertThatThrownBy(() -> join(rank(1, 2, "localhost", "short"), 1).get())
        .cause()
        .hasMessageContaining("rank 1 failed: WEFT_TOKEN is too short for a secret");
  }

  @Test
  void readsAddresses() {
    assertThat(RootAddress.parse("node1")).isEqualTo(new RootAddress("node1", 0, PortRange.ANY));
    assertThat(RootAddress.parse("job-0.weft:7700"))
        .isEqualTo(new RootAddress("job-0.weft", 7700, PortRange.ANY));
    assertThat(RootAddress.parse("10.0.0.1:1"))
        .isEqualTo(new RootAddress("10.0.0.1", 1, PortRange.ANY));
    assertThat(RootAddress.parse("fd00::1"))
        .isEqualTo(new RootAddress("fd00::1", 0, PortRange.ANY));
    assertThat(RootAddress.parse("[fd00::1]:65535"))
        .isEqualTo(new RootAddress("fd00::1", 65535, PortRange.ANY));
    assertThat(RootAddress.parse("[fd00::1]"))
        .isEqualTo(new RootAddress("fd00::1", 0, PortRange.ANY));
    for (String wrong :
        List.of("", "a b", "a:0", "a:65536", "a:b", ":7", "[::1", "a:x:2", "http://a:1")) {
      assertThatThrownBy(() -> RootAddress.parse(wrong))
          .as(wrong)
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("WEFT_ADDRESS is \"" + wrong + "\"");
    }
  }

  /// The JVM remembers spellings of names that are not known.
  @Test
  void eachLookUpSpellsTheNameOtherwise() throws Exception {
    var name = new LateName("Weft-0.a");
    assertThat(name.spelling(0)).isEqualTo("Weft-0.a");
    assertThat(name.spelling(3)).isEqualTo("wEft-0.a");
    var all = new ArrayList<String>();
    for (int i = 0; i < 32; i++) {
      all.add(name.spelling(i));
    }
    assertThat(all).doesNotHaveDuplicates().allMatch(it -> it.equalsIgnoreCase("weft-0.a"));
    assertThat(name.spelling(1 << 20)).isEqualTo("Weft-0.a");
    assertThat(new LateName("127.0.0.1").addresses())
        .containsExactly(InetAddress.getLoopbackAddress());
  }
}
