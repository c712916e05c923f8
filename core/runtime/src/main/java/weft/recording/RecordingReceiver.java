// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import weft.WeftException;
import weft.transport.job.Hex;
import weft.transport.job.Proof;

/// The port at which the launcher of a job receives recordings from ranks on other hosts. Each such
/// rank delivers its file once, when it ends. Both sides first prove that they know the token of
/// the delivery, which is never sent. Who does not gets no byte.
final class RecordingReceiver implements AutoCloseable {
  private static final int TOKEN_BYTES = 16;
  private static final int BACKLOG = 1024;
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int PIECE = 1 << 16;

  /// The maximum number of unauthenticated connections in addition to those of the ranks.
  private static final int MOST_UNAUTHENTICATED = 64;

  private final Path folder;
  private final int ranks;
  private final String token;
  private final String home;
  private final ServerSocket serverSocket;
  private final Thread acceptor = new Thread(this::admit, "weft-recordings");

  /// The port from which this host itself connects, after all others.
  private volatile int lastPort = -1;

  /// The nonces of all deliveries so far: who repeats one has only overheard it.
  private final Set<String> nonces = ConcurrentHashMap.newKeySet();

  // Used by the accepting thread until it has ended.
  private final List<Thread> deliveries = new ArrayList<>();

  private RecordingReceiver(Path folder, int ranks, String token, ServerSocket serverSocket)
      throws IOException {
    this.folder = folder;
    this.ranks = ranks;
    this.token = token;
    this.home = home(token, serverSocket.getLocalPort());
    this.serverSocket = serverSocket;
    acceptor.setDaemon(true);
  }

  /// Listens at all addresses of this host for recordings, which are stored in `folder`.
  ///
  /// @throws WeftException when it cannot listen
  static RecordingReceiver open(Path folder, int ranks) {
    try {
      var serverSocket = new ServerSocket(0, BACKLOG);
      var receiver = new RecordingReceiver(folder, ranks, Hex.random(TOKEN_BYTES), serverSocket);
      receiver.acceptor.start();
      return receiver;
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

  private void admit() {
    try {
      while (true) {
        Socket socket = serverSocket.accept();
        if (socket.getPort() == lastPort && socket.getInetAddress().isLoopbackAddress()) {
          socket.close();
          return;
        }
        deliveries.removeIf(it -> !it.isAlive());
        if (deliveries.size() >= ranks + MOST_UNAUTHENTICATED) {
          socket.close();
          continue;
        }
        var delivery = new Thread(() -> take(socket), "weft-take-recording");
        delivery.setDaemon(true);
        delivery.start();
        deliveries.add(delivery);
      }
    } catch (IOException e) {
      // The channel was closed.
    }
  }

  private void take(Socket socket) {
    try (socket) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      var in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), PIECE));
      int rank = challenge(in, socket.getOutputStream());
      if (rank >= 0 && keep(in, rank)) {
        socket.getOutputStream().write(1);
      }
    } catch (IOException e) {
      // The page says that the recording of this rank is missing.
    }
  }

  /// Returns the rank that delivers, or −1 if the other end has not proved that it knows the token.
  private int challenge(DataInputStream in, OutputStream out) throws IOException {
    int rank = in.readInt();
    byte[] asked = in.readNBytes(Proof.NONCE_BYTES);
    byte[] proof = in.readNBytes(Proof.BYTES);
    if (rank < 0
        || rank >= ranks
        || !Proof.same(proof, RecordingDelivery.proof(token, "deliver", rank, asked))
        || !nonces.add(HexFormat.of().formatHex(asked))) {
      return -1;
    }
    byte[] answered = Proof.nonce();
    out.write(answered);
    out.write(RecordingDelivery.proof(token, "receive", rank, asked, answered));
    out.flush();
    byte[] last = in.readNBytes(Proof.BYTES);
    return Proof.same(last, RecordingDelivery.proof(token, "send", rank, asked, answered))
        ? rank
        : -1;
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
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (serverSocket;
        var last = new Socket()) {
      // Connections are accepted in order, so all earlier ones are received.
      last.bind(new InetSocketAddress(loopback, 0));
      lastPort = last.getLocalPort();
      last.connect(new InetSocketAddress(loopback, serverSocket.getLocalPort()), PATIENCE_MILLIS);
      acceptor.join(PATIENCE_MILLIS);
      if (!acceptor.isAlive()) {
        for (Thread delivery : deliveries) {
          delivery.join(PATIENCE_MILLIS);
        }
      }
    } catch (IOException e) {
      // The files that have arrived are used.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
