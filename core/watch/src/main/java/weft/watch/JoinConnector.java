// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.WeftException;
import weft.files.OpenFileLimit;
import weft.transport.host.PortRange;
import weft.transport.job.Handshake;
import weft.watch.probe.PathFault;

/// Connects to a hub. It tries the hub's addresses in turn until a process at one proves to be that
/// hub.
final class JoinConnector {
  /// The time during which a rank tries again, in nanoseconds; the second one while some process
  /// accepts a connection and does not answer.
  private static final long PATIENCE = 10_000_000_000L;

  private static final long PATIENCE_WITH_SILENCE = 30_000_000_000L;

  /// The time for one address, and for all of them, in which every one is tried.
  private static final int CONNECT_MILLIS = 3_000;

  private static final int LEAST_MILLIS = 250;
  private static final int ALL_MILLIS = 4_500;
  private static final int ANSWER_MILLIS = 10_000;
  private static final long AGAIN_MILLIS = 100;

  private final Peer self;
  private final Peer hub;
  private final List<InetSocketAddress> endpoints;
  private final Keepalive keepalive;
  private final String token;
  private final PortRange ports;
  private final int connectMillis;

  /// The last failure at each address.
  private final Map<InetSocketAddress, String> refusals = new LinkedHashMap<>();

  /// Prepares to connect `self` to one of the `endpoints` of `hub`, which knows `token` too and
  /// listens at one of `ports`.
  JoinConnector(
      Peer self,
      Peer hub,
      List<InetSocketAddress> endpoints,
      Keepalive keepalive,
      String token,
      PortRange ports) {
    this.self = self;
    this.hub = hub;
    this.endpoints = endpoints;
    this.keepalive = keepalive;
    this.token = token;
    this.ports = ports;
    int each = ALL_MILLIS / Math.max(1, endpoints.size());
    this.connectMillis = Math.max(LEAST_MILLIS, Math.min(CONNECT_MILLIS, each));
  }

  /// Returns a connection that the hub has admitted: the lifeline, or that for messages.
  ///
  /// @throws WeftException if no address leads to the hub
  SocketChannel connect(boolean isLifeline) {
    long began = System.nanoTime();
    boolean silent;
    do {
      silent = false;
      for (InetSocketAddress endpoint : endpoints) {
        try {
          return connect(endpoint, isLifeline);
        } catch (Silence e) {
          silent = true;
          refusals.put(endpoint, OpenFileLimit.told(e));
        } catch (IOException e) {
          refusals.put(endpoint, OpenFileLimit.told(e));
        }
      }
      pause();
    } while (System.nanoTime() - began < (silent ? PATIENCE_WITH_SILENCE : PATIENCE));
    String tried =
        endpoints.isEmpty() ? "that host has no address that this host can use" : "" + refusals;
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
            + tried
            + ". Allow TCP connections between the hosts of a job on ports "
            + ports.text()
            + "; "
            + PathFault.advice(tried));
  }

  private static void pause() {
    try {
      Thread.sleep(AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException("interrupted while joining the job", e);
    }
  }

  private SocketChannel connect(InetSocketAddress endpoint, boolean isLifeline) throws IOException {
    SocketChannel channel = SocketChannel.open();
    boolean connected = false;
    try {
      channel.socket().connect(endpoint, connectMillis);
      connected = true;
      keepalive.on(channel::setOption);
      channel.socket().setSoTimeout(ANSWER_MILLIS);
      Handshake.Purpose purpose = isLifeline ? Handshake.Purpose.LIFELINE : Handshake.Purpose.WATCH;
      new Handshake(token, purpose, self.rank(), hub.rank())
          .connect(channel.socket().getInputStream(), channel.socket().getOutputStream());
      return channel;
    } catch (SocketTimeoutException e) {
      channel.close();
      throw connected ? new Silence(e) : e;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// A process has accepted a connection, and does not answer: it may be stopped, or very busy.
  private static final class Silence extends IOException {
    private static final long serialVersionUID = 1;

    Silence(IOException cause) {
      super(
          "the connection was accepted, and nothing was answered for "
              + ANSWER_MILLIS / 1000
              + " s",
          cause);
    }
  }
}
