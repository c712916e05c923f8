// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/// The two programs that produce [Traffic], each in its own JVM on its host. They use TCP, so that
/// the traffic shares the link with others as real traffic does.
///
/// Both end when their standard input ends, so they do not outlive the process that started them.
final class Stream {
  private static final int CHUNK = 64 << 10;

  private Stream() {}

  /// `sink` prints the port on which it listens, receives bytes from one source, and prints their
  /// number. `source ADDRESS PORT BYTES` sends this number of bytes, or without end if it is 0.
  public static void main(String[] args) throws IOException {
    Thread.ofPlatform().daemon().start(Stream::endWithInput);
    if (args[0].equals("sink")) {
      sink();
    } else {
      source(InetAddress.getByName(args[1]), Integer.parseInt(args[2]), Long.parseLong(args[3]));
    }
  }

  private static void endWithInput() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is written here; only the end matters.
      }
    } catch (IOException e) {
      // The input has ended too if it cannot be read.
    }
    Runtime.getRuntime().halt(1);
  }

  private static void sink() throws IOException {
    try (var listening = new ServerSocket(0)) {
      System.out.println(listening.getLocalPort());
      try (Socket socket = listening.accept();
          InputStream in = socket.getInputStream()) {
        var chunk = new byte[CHUNK];
        long total = 0;
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
          total += n;
        }
        System.out.println(total);
      }
    }
  }

  private static void source(InetAddress address, int port, long bytes) throws IOException {
    try (var socket = new Socket(address, port);
        OutputStream out = socket.getOutputStream()) {
      var chunk = new byte[CHUNK];
      long left = bytes == 0 ? Long.MAX_VALUE : bytes;
      while (left > 0) {
        int n = (int) Math.min(chunk.length, left);
        out.write(chunk, 0, n);
        left -= n;
      }
    }
  }
}
