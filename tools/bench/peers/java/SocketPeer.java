// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/// A TCP connection over the loopback interface, with blocking streams.
final class SocketPeer extends JavaPeer {
  private final DataOutputStream out;
  private final DataInputStream in;

  private SocketPeer(Socket socket) throws Exception {
    socket.setTcpNoDelay(true);
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
  }

  public static void main(String[] args) throws Exception {
    int rank = Integer.parseInt(args[0]);
    Path folder = Path.of(args[1]);
    try (Socket socket = rank == 0 ? accept(folder) : connect(folder)) {
      new SocketPeer(socket).serve(rank, folder);
    }
  }

  private static Socket accept(Path folder) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Files.writeString(folder.resolve(".port"), String.valueOf(server.getLocalPort()));
      Files.move(folder.resolve(".port"), folder.resolve("port"));
      return server.accept();
    }
  }

  private static Socket connect(Path folder) throws Exception {
    while (!Files.exists(folder.resolve("port"))) {
      Thread.sleep(2);
    }
    int port = Integer.parseInt(Files.readString(folder.resolve("port")));
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  @Override
  void sendWord(long word) throws Exception {
    out.writeLong(word);
    out.flush();
  }

  @Override
  long takeWord() throws Exception {
    return in.readLong();
  }

  /// One flush for many words, as a program that has many would do.
  @Override
  void words(long count) throws Exception {
    if (rank == 1) {
      super.words(count);
      return;
    }
    long sum = 0;
    for (long i = 0; i < count; i++) {
      sum = 31 * sum + i;
      out.writeLong(i);
    }
    out.flush();
    check(in.readLong(), sum);
  }

  @Override
  void sendArray(byte[] array) throws Exception {
    out.write(array);
    out.flush();
  }

  @Override
  void takeArray(byte[] into) throws Exception {
    in.readFully(into);
  }
}
