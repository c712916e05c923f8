// SPDX-License-Identifier: Apache-2.0

import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

/// Remote method invocation: a round trip is a call. It has no one-way messages, so their rate is
/// that of calls.
final class RmiPeer extends JavaPeer {
  /// What the second process offers.
  public interface Other extends Remote {
    long next(long word) throws RemoteException;

    byte[] same(byte[] array) throws RemoteException;
  }

  private final Other other;

  private RmiPeer(Other other) {
    this.other = other;
  }

  private static final class Offered implements Other {
    @Override
    public long next(long word) {
      return word + 1;
    }

    @Override
    public byte[] same(byte[] array) {
      return array;
    }
  }

  public static void main(String[] args) throws Exception {
    System.setProperty("java.rmi.server.hostname", "127.0.0.1");
    int rank = Integer.parseInt(args[0]);
    Path folder = Path.of(args[1]);
    Other offered = new Offered();
    if (rank == 1) {
      int port = free();
      LocateRegistry.createRegistry(port)
          .rebind("peer", UnicastRemoteObject.exportObject(offered, 0));
      Files.writeString(folder.resolve(".port"), String.valueOf(port));
      Files.move(folder.resolve(".port"), folder.resolve("port"));
      new RmiPeer(offered).serve(rank, folder);
      System.exit(0);
    }
    while (!Files.exists(folder.resolve("port"))) {
      Thread.sleep(2);
    }
    int port = Integer.parseInt(Files.readString(folder.resolve("port")));
    new RmiPeer((Other) LocateRegistry.getRegistry("127.0.0.1", port).lookup("peer"))
        .serve(rank, folder);
    System.exit(0);
  }

  private static int free() throws Exception {
    try (var socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  void wordTrips(long count) throws Exception {
    for (long i = 0; rank == 0 && i < count; i++) {
      long word = i * 0x9E3779B97F4A7C15L;
      check(other.next(word), word + 1);
    }
  }

  @Override
  void words(long count) throws Exception {
    wordTrips(count);
  }

  @Override
  void arrayTrips(long count) throws Exception {
    byte[] array = new byte[ARRAY];
    for (long i = 0; rank == 0 && i < count; i++) {
      array[(int) (i * 4096 % ARRAY)] = (byte) i;
      if (!java.util.Arrays.equals(other.same(array), array)) {
        throw new IllegalStateException("another array came back");
      }
    }
  }

  @Override
  long idle(long millis) throws Exception {
    long before = processorTime();
    Thread.sleep(millis);
    return rank == 0 ? 0 : processorTime() - before;
  }

  @Override
  void sendWord(long word) {
    throw new UnsupportedOperationException();
  }

  @Override
  long takeWord() {
    throw new UnsupportedOperationException();
  }

  @Override
  void sendArray(byte[] array) {
    throw new UnsupportedOperationException();
  }

  @Override
  void takeArray(byte[] into) {
    throw new UnsupportedOperationException();
  }
}
