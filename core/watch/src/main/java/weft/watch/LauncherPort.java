// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;
import weft.transport.job.GuardedListener;
import weft.transport.job.Handshake;
import weft.transport.job.Hex;
import weft.transport.job.JobListing;
import weft.transport.job.Message;
import weft.transport.job.MessageReader;
import weft.transport.job.ReadyChannel;

/// The port of a launcher that has no connection to the hosts of its ranks: `mpirun` starts these.
/// If rank 0 is on another host, it connects when the job runs, see [LauncherConnection]. From then
/// on the job is listed on the launcher's host too, and queries are passed to rank 0.
public final class LauncherPort implements AutoCloseable {
  private static final int TOKEN_BYTES = 16;
  private static final int CLOSE_MILLIS = 2_000;

  /// Less than a command waits for the answer.
  private static final int ANSWER_MILLIS = 4_000;

  private final int ranks;
  private final String program;
  private final String token = Hex.random(TOKEN_BYTES);
  private final Selector selector;
  private final GuardedListener listener;
  private final Thread thread = new Thread(this::run, "weft-launcher-port");
  private final String place;
  private volatile boolean closing;

  // Guarded by this.
  private @Nullable Questions questions;
  private @Nullable JobListing listing;

  private LauncherPort(int ranks, String program, PortRange ports, Selector selector)
      throws IOException {
    this.ranks = ranks;
    this.program = program;
    this.selector = selector;
    this.listener = new GuardedListener(token, Handshake.LAUNCHER, 1, new Callers());
    this.place = place(listener.open(selector, null, ports).getPort());
    thread.setDaemon(true);
  }

  /// Listens at all addresses of this host, at the ports that `settings` allow. Returns null if
  /// that is not possible: the job then runs as well, and is listed on the host of rank 0 alone.
  public static @Nullable LauncherPort open(
      int ranks, String program, Map<String, String> settings) {
    PortRange ports = PortRange.of(settings);
    try {
      Selector selector = Selector.open();
      try {
        var port = new LauncherPort(ranks, program, ports, selector);
        port.thread.start();
        return port;
      } catch (IOException e) {
        selector.close();
        return null;
      }
    } catch (IOException e) {
      return null;
    }
  }

  /// What ranks need to connect.
  public Map<String, String> variables() {
    return Map.of(JobVariables.LAUNCHER_AT, place, JobVariables.TOKEN, token);
  }

  private static String place(int port) throws IOException {
    var place = new StringJoiner(",").add(Integer.toString(port));
    for (InterfaceAddress each : LocalHost.addresses()) {
      InetAddress address = each.getAddress();
      place.add(address.getHostAddress().replaceFirst("%.*", ""));
    }
    return place.toString();
  }

  private void run() {
    try (selector;
        listener) {
      while (!closing) {
        int _ = selector.select(key -> ((ReadyChannel) key.attachment()).ready(key));
      }
    } catch (IOException e) {
      // The job is then listed on the host of rank 0 alone.
    }
  }

  @Override
  public void close() {
    closing = true;
    selector.wakeup();
    synchronized (this) {
      if (listing != null) {
        listing.close();
      }
      if (questions != null) {
        questions.close();
      }
    }
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Admits rank 0.
  private final class Callers implements GuardedListener.Owner {
    @Override
    public boolean wants(Handshake.Caller caller) {
      return caller.purpose() == Handshake.Purpose.STATUS && caller.rank() == WatchTopology.HUB;
    }

    @Override
    public void take(Handshake.Caller caller, SocketChannel channel, SelectionKey key)
        throws IOException {
      key.cancel();
      channel.configureBlocking(true);
      synchronized (LauncherPort.this) {
        if (listing != null || closing) {
          channel.close();
          return;
        }
        var questions = new Questions(channel.socket());
        LauncherPort.this.questions = questions;
        listing = JobListing.open(ranks, token, () -> program, questions::ask);
      }
    }
  }

  /// Passes questions to rank 0.
  private final class Questions {
    private final Socket socket;
    private final ReadableByteChannel in;
    private final MessageReader messages = new MessageReader();

    /// Answers that have not arrived, also to questions whose asker has given up.
    private int due;

    Questions(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout(ANSWER_MILLIS);
      InputStream stream = socket.getInputStream();
      this.in = Channels.newChannel(stream);
    }

    /// Asks what all ranks do: a line or more for each.
    synchronized String ask() {
      try {
        var question = new Message.Inquire(token).frame();
        var bytes = new byte[question.remaining()];
        question.get(bytes);
        due++;
        socket.getOutputStream().write(bytes);
        while (true) {
          Message message = messages.next();
          if (message instanceof Message.Description description && --due == 0) {
            return description.text();
          }
          if (message == null && messages.fill(in) < 0) {
            return "  all ranks: the connection to rank 0 has ended\n";
          }
        }
      } catch (SocketTimeoutException e) {
        return "  all ranks: rank 0 does not answer, because it is paused, or the network very slow\n";
      } catch (IOException e) {
        return "  all ranks: the connection to rank 0 has ended\n";
      }
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        // It is not used any more.
      }
    }
  }
}
