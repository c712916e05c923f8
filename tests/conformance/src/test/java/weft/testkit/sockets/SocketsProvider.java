// SPDX-License-Identifier: Apache-2.0
package weft.testkit.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.transport.JobVariables;
import weft.transport.Transport;
import weft.transport.TransportProvider;
import weft.watch.AllGather;
import weft.watch.LauncherAllGather;
import weft.watch.LocalJob;
import weft.watch.ParentProcess;
import weft.watch.PeerWatch;

/// A transport over TCP between processes of this machine. No module of Weft refers to it, so it
/// proves that the SPI is open.
public final class SocketsProvider implements TransportProvider {
  static final String NAME = "sockets";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Transport join(Map<String, String> environment) {
    int rank = Integer.parseInt(environment.getOrDefault(JobVariables.RANK, ""));
    int size = Integer.parseInt(environment.getOrDefault(JobVariables.SIZE, ""));
    var parent = new ParentProcess(ProcessHandle.current().pid(), "the host of the job");
    return LauncherAllGather.join(
        environment,
        exchange -> {
          PeerWatch watch =
              PeerWatch.open(rank, size, environment, exchange, parent, Runtime.getRuntime()::halt);
          return new SocketsTransport(rank, connect(rank, size, exchange), environment, watch);
        });
  }

  @Override
  public int host(List<List<String>> commands, Map<String, String> environment) {
    return LocalJob.run(NAME, commands, environment);
  }

  /// The channels of `rank`, by rank: it connects to lower ranks, and higher ones connect to it.
  private static @Nullable SocketChannel[] connect(int rank, int size, AllGather allGather)
      throws IOException {
    var channels = new @Nullable SocketChannel[size];
    var own = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (var serverSocket = ServerSocketChannel.open().bind(own, size)) {
      byte[][] ports = allGather.allGather(bytes(serverSocket.socket().getLocalPort()).array());
      for (int peer = 0; peer < rank; peer++) {
        int port = ByteBuffer.wrap(ports[peer]).getInt();
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(own.getAddress(), port));
        channel.write(bytes(rank));
        channels[peer] = channel;
      }
      for (int i = rank + 1; i < size; i++) {
        SocketChannel channel = serverSocket.accept();
        byte[] its = channel.socket().getInputStream().readNBytes(Integer.BYTES);
        channels[ByteBuffer.wrap(its).getInt()] = channel;
      }
    }
    return channels;
  }

  private static ByteBuffer bytes(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).flip();
  }
}
