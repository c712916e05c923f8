// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;

/// Implements `--debug-rank`: lets a rank's JVM wait for a debugger.
final class Debugger {
  private static final int USUAL_PORT = 5005;

  private Debugger() {}

  /// Returns the option that makes a JVM wait for a debugger, and prints the port.
  static List<String> option(int rank, PrintStream err) {
    int port = freePort();
    err.println(
        "weft: rank "
            + rank
            + " waits for a debugger on port "
            + port
            + " of its host, to which any user of that host can attach.");
    return List.of(
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=localhost:" + port);
  }

  /// The default port of IDEs, or another port if it is taken.
  private static int freePort() {
    IOException taken = null;
    for (int port : new int[] {USUAL_PORT, 0}) {
      try (var socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket.getLocalPort();
      } catch (IOException e) {
        taken = e; // Another job is being debugged.
      }
    }
    throw CommandException.failure("No port is free for a debugger: " + taken + ".");
  }
}
