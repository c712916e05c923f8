// SPDX-License-Identifier: Apache-2.0

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/// Starts a job of two processes of MPJ Express without its daemons, which log in by ssh. A process
/// asks a server for the other's ports; with MPJ Express 0.44 `mpjrun.sh` is that server.
final class MpjStart {
  private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

  private MpjStart() {}

  /// The arguments of `MPI.Init`; the first process starts the server.
  ///
  /// @param args the rank, and a folder that both processes use
  static String[] arguments(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    Path port = folder.resolve("port");
    if (args[0].equals("0")) {
      var server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
      Thread.ofPlatform().daemon().start(() -> serve(server));
      Files.writeString(folder.resolve(".port"), String.valueOf(server.getLocalPort()));
      Files.move(folder.resolve(".port"), port);
    }
    while (!Files.exists(port)) {
      Thread.sleep(2);
    }
    String job =
        "#Number of Processes;2;#Protocol Switch Limit;131072;#Server Name;%s;#Server Port;%s"
            .formatted(HOST, Files.readString(port));
    return new String[] {args[0], job, "niodev", args[1]};
  }

  private static void serve(ServerSocket server) {
    try (server) {
      var sockets = new ArrayList<Socket>();
      var ports = new StringBuilder("#Peer Information");
      for (int i = 0; i < 2; i++) {
        Socket socket = server.accept();
        sockets.add(socket);
        var in = new DataInputStream(socket.getInputStream());
        in.readUTF();
        int write = in.readInt();
        int read = in.readInt();
        ports.append(";%s@%d@%d@%d@0".formatted(HOST, read, write, in.readInt()));
      }
      for (Socket socket : sockets) {
        new DataOutputStream(socket.getOutputStream()).writeUTF(ports.toString());
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
