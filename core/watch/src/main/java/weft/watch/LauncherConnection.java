// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.List;
import weft.transport.job.ControlServer;
import weft.transport.job.Handshake;

/// Connects rank 0 to the [LauncherPort] of its job, so that the user is answered where the job was
/// started. It tries once: if no address of the launcher can be reached, the job is listed on the
/// host of rank 0 alone.
final class LauncherConnection {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 10_000;

  private LauncherConnection() {}

  /// Connects on a thread of its own, and adds the connection to `server`.
  ///
  /// @param place the port of the launcher and its addresses, separated by commas
  static void open(String place, String token, ControlServer server) {
    List<String> parts = List.of(place.split(",", -1));
    if (!parts.getFirst().matches("\\d{1,5}")) {
      return;
    }
    int port = Integer.parseInt(parts.getFirst());
    var thread =
        new Thread(
            () -> connect(parts.subList(1, parts.size()), port, token, server), "weft-to-launcher");
    thread.setDaemon(true);
    thread.start();
  }

  private static void connect(
      List<String> addresses, int port, String token, ControlServer server) {
    var handshake =
        new Handshake(token, Handshake.Purpose.STATUS, WatchTopology.HUB, Handshake.LAUNCHER);
    for (String address : addresses) {
      try {
        SocketChannel channel = SocketChannel.open();
        try {
          Socket socket = channel.socket();
          socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
          socket.setSoTimeout(ANSWER_MILLIS);
          handshake.connect(socket.getInputStream(), socket.getOutputStream());
          var _ = server.adopt(channel);
          return;
        } catch (IOException | RuntimeException e) {
          channel.close();
        }
      } catch (IOException e) {
        return;
      }
    }
  }
}
