// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import jdk.net.ExtendedSocketOptions;

/// TCP keep-alive settings, by which the kernel detects that the host at the other end of a silent
/// connection is gone. After `idle` seconds without a packet it sends a probe every `interval`
/// seconds. The kernel ends the connection when `count` probes were not acknowledged. The kernel of
/// the other host acknowledges them even for a stopped process.
///
/// @param idle the seconds without a packet after which the first probe is sent
/// @param interval the seconds between two probes
/// @param count the number of probes
public record Keepalive(int idle, int interval, int count) {
  /// The shortest time that [#of] accepts, in seconds.
  static final int LEAST_SECONDS = 2;

  private static final int MOST_SECONDS = 100_000;
  private static final int PARTS = 6;

  /// Settings that end a connection after `nanos` nanoseconds, rounded to whole seconds.
  public static Keepalive of(long nanos) {
    int seconds = Math.clamp((nanos + 999_999_999) / 1_000_000_000, LEAST_SECONDS, MOST_SECONDS);
    int interval = Math.max(1, seconds / PARTS);
    // The first probe soon: so the kernel notices a lost host at most that much before the time.
    int count = Math.max(1, seconds / interval - 1);
    return new Keepalive(seconds - count * interval, interval, count);
  }

  /// The number of seconds after which the kernel ends the connection.
  public int seconds() {
    return idle + interval * count;
  }

  /// Returns whether a connection that has failed with `failure` was ended by somebody. If not,
  /// nothing answers at its other end: it has timed out, or there is no route. Java has a class for
  /// the reset alone.
  public static boolean isReset(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    return failure instanceof SocketException
        || message.contains("Broken pipe")
        || message.contains("connection abort");
  }

  /// A socket whose options can be set.
  public interface Socket {
    /// Sets `option` to `value`.
    <T> void set(SocketOption<T> option, T value) throws IOException;
  }

  /// Sets keep-alive on `socket`, and turns off the delay of small packets.
  public void on(Socket socket) throws IOException {
    socket.set(StandardSocketOptions.TCP_NODELAY, true);
    socket.set(StandardSocketOptions.SO_KEEPALIVE, true);
    socket.set(ExtendedSocketOptions.TCP_KEEPIDLE, idle);
    socket.set(ExtendedSocketOptions.TCP_KEEPINTERVAL, interval);
    socket.set(ExtendedSocketOptions.TCP_KEEPCOUNT, count);
  }
}
