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

/// Connects to a hub. It tries the hub's addresses in turn until a process at one proves to be that
/// hub.
final class JoinConnector {
  private static final int CONNECT_MILLIS = 3_000;
  private static final int ANSWER_MILLIS = 10_000;
  private static final int SHORT = 512;
  private static final long AGAIN_MILLIS = 100;

  private final Peer self;
  private final Peer hub;
  private final List<InetSocketAddress> endpoints;
  private final Keepalive keepalive;
  private final long deadline;

  /// The last failure at each address.
  private final Map<InetSocketAddress, String> refusals = new LinkedHashMap<>();

  /// Prepares to connect `self` to one of the `endpoints` of `hub`, within `nanos` nanoseconds.
  JoinConnector(
      Peer self, Peer hub, List<InetSocketAddress> endpoints, Keepalive keepalive, long nanos) {
    this.self = self;
    this.hub = hub;
    this.endpoints = endpoints;
    this.keepalive = keepalive;
    this.deadline = System.nanoTime() + nanos;
  }

  /// Sends `hello` and returns the connection on which the hub sent `answer`.
  ///
  /// @throws WeftException if no address leads to the hub
  SocketChannel with(Message hello, String answer) {
    do {
      for (InetSocketAddress endpoint : endpoints) {
        try {
          return connect(endpoint, hello, answer);
        } catch (IOException e) {
          refusals.put(endpoint, String.valueOf(e.getMessage()));
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
            + " over TCP, with which ranks detect a lost process: "
            + (endpoints.isEmpty() ? "that host has no address that this host can use" : refusals)
            + ". Allow TCP connections between the hosts of a job on ports 1024 and above");
  }

  private static void pause() {
    try {
      Thread.sleep(AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while joining the job", e);
    }
  }

  private SocketChannel connect(InetSocketAddress endpoint, Message hello, String answer)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.socket().connect(endpoint, CONNECT_MILLIS);
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
          answered instanceof Message.Refused refused
              ? refused.reason()
              : "another process than the hub answered");
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// Reads exactly one message.
  private static Message read(InputStream in) throws IOException {
    var data = new DataInputStream(in);
    int length = data.readInt();
    if (length < 1 || length > SHORT) {
      throw new IOException("the answer is not from a rank of a job");
    }
    ByteBuffer frame = ByteBuffer.allocate(4 + length).putInt(length);
    data.readFully(frame.array(), 4, length);
    Message message = Message.next(frame.rewind());
    if (message == null) {
      throw new IOException("the answer is not from a rank of a job");
    }
    return message;
  }
}
