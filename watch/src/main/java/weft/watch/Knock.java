// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.WeftException;
import weft.transport.job.Hex;
import weft.transport.job.Message;

/// Makes a connection to a hub: tries one of its doors after the other until somebody behind one
/// proves to be that hub.
final class Knock {
  private static final int CONNECT_MILLIS = 3_000;
  private static final int ANSWER_MILLIS = 10_000;
  private static final int SHORT = 512;
  private static final long AGAIN_MILLIS = 100;

  private final Peer self;
  private final Peer hub;
  private final List<InetSocketAddress> doors;
  private final Keepalive keepalive;
  private final long deadline;

  /// The last reason of each door.
  private final Map<InetSocketAddress, String> refusals = new LinkedHashMap<>();

  /// Of `self` at the `doors` of `hub`, for `nanos` nanoseconds at most.
  Knock(Peer self, Peer hub, List<InetSocketAddress> doors, Keepalive keepalive, long nanos) {
    this.self = self;
    this.hub = hub;
    this.doors = doors;
    this.keepalive = keepalive;
    this.deadline = System.nanoTime() + nanos;
  }

  /// Says `hello` and returns the connection on which a hub has answered that knows `answer`.
  ///
  /// @throws WeftException when there is none
  SocketChannel with(Message hello, String answer) {
    do {
      for (InetSocketAddress door : doors) {
        try {
          return connect(door, hello, answer);
        } catch (IOException e) {
          refusals.put(door, String.valueOf(e.getMessage()));
        }
      }
      pause();
    } while (System.nanoTime() - deadline < 0);
    throw new WeftException(
        "rank "
            + self.rank()
            + " on "
            + self.host()
            + " could not reach rank "
            + hub.rank()
            + " on "
            + hub.host()
            + " over TCP, by which ranks notice that a process is lost: "
            + (doors.isEmpty() ? "that host has no address that this one could use" : refusals)
            + ". Let the hosts of a job connect to each other, on any port from 1024 on");
  }

  private static void pause() {
    try {
      Thread.sleep(AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while joining the job", e);
    }
  }

  private SocketChannel connect(InetSocketAddress door, Message hello, String answer)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.socket().connect(door, CONNECT_MILLIS);
      keepalive.on(channel::setOption);
      ByteBuffer frame = hello.frame();
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
      channel.socket().setSoTimeout(ANSWER_MILLIS);
      Message answered = read(channel.socket().getInputStream());
      if (answered instanceof Message.Hello told
          && told.rank() == hub.rank()
          && Hex.same(told.token(), answer)) {
        return channel;
      }
      throw new IOException(
          answered instanceof Message.Refused refused ? refused.reason() : "a stranger answered");
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// Reads one message, and nothing of what follows.
  private static Message read(InputStream in) throws IOException {
    var data = new DataInputStream(in);
    int length = data.readInt();
    if (length < 1 || length > SHORT) {
      throw new IOException("a stranger answered");
    }
    ByteBuffer frame = ByteBuffer.allocate(4 + length).putInt(length);
    data.readFully(frame.array(), 4, length);
    Message message = Message.next(frame.rewind());
    if (message == null) {
      throw new IOException("a stranger answered");
    }
    return message;
  }
}
