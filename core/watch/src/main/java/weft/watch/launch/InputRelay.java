// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/// Sends the standard input of this process to rank 0, as fast as that rank takes it.
final class InputRelay {
  private static final int MOST_BYTES = 1 << 16;
  private static final long MILLIS_BETWEEN_LOOKS = 500;
  private static final Path INPUT = Path.of("/proc/self/fd/0");
  private static final Path STATE = Path.of("/proc/self/stat");

  /// The places of the process group, and of the terminal's foreground group, behind the name.
  private static final int GROUP = 2;

  private static final int FOREGROUND = 5;

  private final FarHost host;
  private final Semaphore credit = new Semaphore(1);

  InputRelay(FarHost host) {
    this.host = host;
  }

  void start() {
    var thread = new Thread(this::run, "weft-input");
    thread.setDaemon(true);
    thread.start();
  }

  /// Called when rank 0 has taken what it got.
  void taken() {
    credit.release();
  }

  @SuppressWarnings("resource") // closing it would close the descriptor
  private void run() {
    InputStream in = new FileInputStream(FileDescriptor.in);
    var bytes = new byte[MOST_BYTES];
    try {
      while (true) {
        credit.acquire();
        while (isInBackground()) {
          Thread.sleep(MILLIS_BETWEEN_LOOKS); // To read would stop this process (SIGTTIN).
        }
        int read = read(in, bytes);
        host.send(HostFrame.Kind.INPUT, bytes, Math.max(0, read));
        if (read <= 0) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int read(InputStream in, byte[] bytes) {
    try {
      return in.read(bytes);
    } catch (IOException e) {
      return -1; // It is closed, for example.
    }
  }

  /// Whether the input is a terminal that another process group is using.
  private static boolean isInBackground() {
    try {
      String input = Files.readSymbolicLink(INPUT).toString();
      if (!input.startsWith("/dev/pts/") && !input.startsWith("/dev/tty")) {
        return false;
      }
      String state = Files.readString(STATE);
      String[] words = state.substring(state.lastIndexOf(')') + 2).split(" ", -1);
      return !words[GROUP].equals(words[FOREGROUND]);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // Not Linux.
    }
  }
}
