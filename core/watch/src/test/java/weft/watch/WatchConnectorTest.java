// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import weft.WeftException;
import weft.transport.job.GuardedListener;
import weft.transport.job.Handshake;
import weft.transport.job.Message;
import weft.transport.job.Proc;

/// Tests how ranks connect, that other processes cannot, and that nothing remains. Here the ranks
/// are threads.
final class WatchConnectorTest {
  private static final int SIZE = 4;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  /// Opens the watches of all ranks; `exchange` may do something between two steps.
  private List<Future<PeerWatch>> open(Map<String, String> ofLast, Middle middle) {
    var exchange = new SharedAllGather(SIZE);
    var opened = new ArrayList<Future<PeerWatch>>();
    for (int rank = 0; rank < SIZE; rank++) {
      int me = rank;
      Callable<PeerWatch> open =
          () ->
              PeerWatch.open(
                  me,
                  SIZE,
                  me == SIZE - 1 ? ofLast : Map.of(),
                  new Steps(me, exchange.of(me), middle),
                  new ParentProcess(Proc.self(), "mpirun"),
                  code -> Runtime.getRuntime().halt(code));
      opened.add(threads.submit(open));
    }
    return opened;
  }

  /// An action after all ranks know the addresses of the hubs, and before any rank connects.
  private interface Middle {
    void at(InetSocketAddress hub) throws IOException;
  }

  /// An exchange that stops in the middle, on rank 1.
  private static final class Steps implements AllGather {
    private final int rank;
    private final AllGather exchange;
    private final Middle middle;
    private int steps;

    Steps(int rank, AllGather exchange, Middle middle) {
      this.rank = rank;
      this.exchange = exchange;
      this.middle = middle;
    }

    @Override
    public byte[][] allGather(byte[] mine) {
      byte[][] told = exchange.allGather(mine);
      steps++;
      if (rank == 1 && steps == 2) {
        String[] lines = new String(told[0], StandardCharsets.UTF_8).split("\n");
        String[] endpoint = lines[1].split(" ");
        try {
          middle.at(new InetSocketAddress(endpoint[0], Integer.parseInt(endpoint[1])));
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
      return told;
    }
  }

  private static void finish(List<Future<PeerWatch>> opened) throws Exception {
    for (Future<PeerWatch> each : opened) {
      each.get().finished();
    }
    for (Future<PeerWatch> each : opened) {
      each.get().close();
    }
    WatchedJob.awaitThat(
        "the end of the threads that watch",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(it -> it.getName().startsWith("weft-watch-")));
  }

  private static long sockets() throws IOException {
    long sockets = 0;
    try (var entries = Files.list(Path.of("/proc/self/fd"))) {
      for (Path entry : entries.toList()) {
        try {
          sockets += Files.readSymbolicLink(entry).toString().startsWith("socket:") ? 1 : 0;
        } catch (IOException e) {
          // It was the descriptor of the listing itself.
        }
      }
    }
    return sockets;
  }

  @Test
  void twentyJobsLeaveNothing() throws Exception {
    finish(open(Map.of(), hub -> {}));
    long before = sockets();
    for (int i = 0; i < 20; i++) {
      var opened = open(Map.of(), hub -> {});
      for (Future<PeerWatch> each : opened) {
        assertThat(each.get().hosts()[0]).isEqualTo(each.get().hosts()[SIZE - 1]);
      }
      finish(opened);
    }
    assertThat(sockets()).isEqualTo(before);
  }

  @Test
  void whatIsWrongAtOneIsThrownAtAll() {
    for (Future<PeerWatch> each : open(Map.of("WEFT_LOST", "never"), hub -> {})) {
      assertThatThrownBy(each::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("WEFT_LOST is \"never\"");
    }
  }

  @Test
  void unauthenticatedConnectionsDisturbNothing() throws Exception {
    var sockets = new ArrayList<Socket>();
    var opened =
        open(
            Map.of(),
            hub -> {
              for (int i = 0; i < 2 * GuardedListener.MOST_STRANGERS; i++) {
                sockets.add(unauthenticated(hub, i));
              }
            });
    for (Future<PeerWatch> each : opened) {
      var _ = each.get();
    }
    // The listener is closed now, and so are these connections.
    for (Socket socket : sockets) {
      assertThat(isClosed(socket)).isTrue();
      socket.close();
    }
    finish(opened);
  }

  private static Socket unauthenticated(InetSocketAddress hub, int kind) throws IOException {
    var socket = new Socket(hub.getAddress(), hub.getPort());
    byte[] words =
        switch (kind % 4) {
          case 0 -> new byte[0];
          case 1 -> "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8);
          case 2 -> new Message.Hello("0".repeat(32), 2, 1).frame().array();
          default -> new Message.Finished().frame().array();
        };
    try {
      socket.getOutputStream().write(words);
    } catch (IOException e) {
      // The listener closed the connection during the write.
    }
    return socket;
  }

  private static boolean isClosed(Socket socket) {
    try {
      socket.setSoTimeout(10_000);
      return socket.getInputStream().readAllBytes().length <= Handshake.CHALLENGE_BYTES;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // It was reset.
    }
  }

  @Test
  void afterwardsNobodyListens() throws Exception {
    var endpoint = new InetSocketAddress[1];
    var opened = open(Map.of(), hub -> endpoint[0] = hub);
    for (Future<PeerWatch> each : opened) {
      var _ = each.get();
    }
    WatchedJob.awaitThat("a closed listener", () -> isClosed(endpoint[0]));
    finish(opened);
  }

  private static boolean isClosed(InetSocketAddress endpoint) {
    try (var _ = new Socket(endpoint.getAddress(), endpoint.getPort())) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
