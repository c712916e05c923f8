// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import jdk.net.ExtendedSocketOptions;

/// How the kernel finds out that the host at the other end of a silent connection is gone: after
/// `idle` seconds without a packet it sends a probe every `interval` seconds, and gives up when
/// `count` of them have not been acknowledged. The kernel of the other host acknowledges them, also
/// for a process that is stopped.
record Keepalive(int idle, int interval, int count) {
  /// The fewest seconds for which there is one.
  static final int LEAST_SECONDS = 2;

  private static final int MOST_SECONDS = 100_000;
  private static final int PROBES = 5;

  /// The one that gives up after `nanos` nanoseconds, in whole seconds.
  static Keepalive of(long nanos) {
    int seconds = Math.clamp((nanos + 999_999_999) / 1_000_000_000, LEAST_SECONDS, MOST_SECONDS);
    int interval = Math.max(1, seconds / (PROBES + 1));
    int count = Math.min(PROBES, (seconds - 1) / interval);
    return new Keepalive(seconds - count * interval, interval, count);
  }

  /// After how many seconds it gives up.
  int seconds() {
    return idle + interval * count;
  }

  /// Takes an option.
  interface Socket {
    /// Sets `option` to `value`.
    <T> void set(SocketOption<T> option, T value) throws IOException;
  }

  /// Sets it, and that what is written leaves at once.
  void on(Socket socket) throws IOException {
    socket.set(StandardSocketOptions.TCP_NODELAY, true);
    socket.set(StandardSocketOptions.SO_KEEPALIVE, true);
    socket.set(ExtendedSocketOptions.TCP_KEEPIDLE, idle);
    socket.set(ExtendedSocketOptions.TCP_KEEPINTERVAL, interval);
    socket.set(ExtendedSocketOptions.TCP_KEEPCOUNT, count);
  }
}
