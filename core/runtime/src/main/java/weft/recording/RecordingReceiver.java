// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import weft.WeftException;
import weft.transport.host.PortRange;
import weft.transport.job.GuardedListener;
import weft.transport.job.Handshake;
import weft.transport.job.Hex;
import weft.transport.job.ReadyChannel;

/// The port at which the launcher of a job receives recordings from ranks on other hosts. Each such
/// rank delivers its file once, when it ends, after a [Handshake] with the token of the delivery.
final class RecordingReceiver implements AutoCloseable, GuardedListener.Owner {
  private static final int TOKEN_BYTES = 16;
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int PIECE = 1 << 16;

  /// The time for connections that have proved nothing yet when the job has ended.
  private static final int LAST_MILLIS = 1_000;

  private final Path folder;
  private final int ranks;
  private final Selector selector;
  private final GuardedListener listener;
  private final String home;
  private final Thread acceptor = new Thread(this::accept, "weft-recordings");
  private volatile boolean closing;

  // Used by the accepting thread until it has ended.
  private final List<Thread> deliveries = new ArrayList<>();

  private RecordingReceiver(
      Path folder, int ranks, PortRange ports, String token, Selector selector) throws IOException {
    this.folder = folder;
    this.ranks = ranks;
    this.selector = selector;
    this.listener = new GuardedListener(token, Handshake.LAUNCHER, ranks, this);
    this.home = home(token, listener.open(selector, null, ports).getPort());
    acceptor.setDaemon(true);
  }

  /// Listens at all addresses of this host, at one of `ports`, for recordings, which are stored in
  /// `folder`.
  ///
  /// @throws WeftException when it cannot listen
  static RecordingReceiver open(Path folder, int ranks, PortRange ports) {
    try {
      Selector selector = Selector.open();
      try {
        var receiver =
            new RecordingReceiver(folder, ranks, ports, Hex.random(TOKEN_BYTES), selector);
        receiver.acceptor.start();
        return receiver;
      } catch (IOException e) {
        selector.close();
        throw e;
      }
    } catch (IOException e) {
      throw new WeftException(
          "this host cannot listen for the recordings of ranks on other hosts: " + e.getMessage(),
          e);
    }
  }

  /// The data that ranks need to deliver: token, port and addresses, separated by commas.
  String home() {
    return home;
  }

  private static String home(String token, int port) throws IOException {
    var home = new StringJoiner(",").add(token).add(Integer.toString(port));
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InterfaceAddress address : each.getInterfaceAddresses()) {
        InetAddress at = address.getAddress();
        if (each.isUp() && !at.isLoopbackAddress() && !at.isLinkLocalAddress()) {
          home.add(at.getHostAddress());
        }
      }
    }
    return home.toString();
  }

  private void accept() {
    try (selector;
        listener) {
      while (!closing) {
        int _ = selector.select(RecordingReceiver::ready);
      }
      // Connections that were made before are received, too.
      long deadline = System.nanoTime() + LAST_MILLIS * 1_000_000L;
      do {
        int _ = selector.select(RecordingReceiver::ready, 1);
      } while (listener.strangers() > 0 && System.nanoTime() - deadline < 0);
    } catch (IOException e) {
      // The page says which recordings are missing.
    }
  }

  private static void ready(SelectionKey key) {
    ((ReadyChannel) key.attachment()).ready(key);
  }

  @Override
  public boolean wants(Handshake.Caller caller) {
    return caller.purpose() == Handshake.Purpose.RECORDING
        && caller.rank() >= 0
        && caller.rank() < ranks;
  }

  @Override
  public void take(Handshake.Caller caller, SocketChannel channel, SelectionKey key)
      throws IOException {
    key.cancel();
    channel.configureBlocking(true);
    deliveries.removeIf(it -> !it.isAlive());
    var delivery = new Thread(() -> take(channel.socket(), caller.rank()), "weft-take-recording");
    delivery.setDaemon(true);
    delivery.start();
    deliveries.add(delivery);
  }

  private void take(Socket socket, int rank) {
    try (socket) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      if (keep(
          new DataInputStream(new BufferedInputStream(socket.getInputStream(), PIECE)), rank)) {
        socket.getOutputStream().write(1);
      }
    } catch (IOException e) {
      // The page says that the recording of this rank is missing.
    }
  }

  /// Receives a file, and returns whether it arrived whole. An incomplete file is not kept.
  private boolean keep(DataInputStream in, int rank) throws IOException {
    Path part = folder.resolve(RecordingLayout.file(rank) + ".part");
    try (var out = new RandomAccessFile(part.toFile(), "rw")) {
      out.setLength(in.readLong());
      var piece = new byte[PIECE];
      for (long left = in.readLong(); left > 0; ) {
        int read = in.read(piece, 0, (int) Math.min(PIECE, left));
        if (read < 0) {
          return false;
        }
        out.write(piece, 0, read);
        left -= read;
      }
    }
    int length = in.readInt();
    if (length < 0 || length > RecordedObjects.MOST_BYTES) {
      return false;
    }
    byte[] objects = in.readNBytes(length);
    if (objects.length < length) {
      return false;
    }
    RecordedObjects.keep(folder, rank, 0, objects);
    Path file = folder.resolve(RecordingLayout.file(rank));
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /// Receives all files under way, and stops listening.
  @Override
  public void close() {
    closing = true;
    selector.wakeup();
    try {
      acceptor.join(PATIENCE_MILLIS);
      if (!acceptor.isAlive()) {
        for (Thread delivery : deliveries) {
          delivery.join(PATIENCE_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
