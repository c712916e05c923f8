// SPDX-License-Identifier: Apache-2.0
package weft.bench.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceLoop;
import weft.bench.pair.SliceWork;
import weft.transport.JobVariables;

/// Two processes that exchange bytes over a bare socket, without Weft: what the same channel can
/// do.
public final class BareSockets {
  /// The slices.
  static final int TRIP = 0;

  static final int RATE = 1;

  /// One write takes so many bytes of a stream at most.
  private static final int PIECE = 1 << 18;

  private final SocketChannel channel;
  private final ByteBuffer out = ByteBuffer.allocateDirect(PIECE);
  private final ByteBuffer in = ByteBuffer.allocateDirect(PIECE);

  private BareSockets(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
  }

  /// Runs the program. The argument is the file shared with the driver.
  public static void main(String[] args) throws Exception {
    BenchBoard board = BenchBoard.map(Path.of(args[0]));
    int rank = Integer.parseInt(System.getenv(JobVariables.RANK));
    try (SocketChannel channel = connect(rank, Path.of(args[0] + ".port"))) {
      var sockets = new BareSockets(channel);
      board.join();
      new SliceLoop(board, rank, kind -> sockets.work(kind, board)).obey();
    }
  }

  private static SocketChannel connect(int rank, Path file) throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    if (rank == 0) {
      try (var listener = ServerSocketChannel.open().bind(new InetSocketAddress(loopback, 0))) {
        Path part = Path.of(file + ".part");
        Files.writeString(part, "" + listener.socket().getLocalPort());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        return listener.accept();
      }
    }
    while (!Files.exists(file)) {
      Thread.sleep(1);
    }
    int port = Integer.parseInt(Files.readString(file));
    Files.delete(file);
    return SocketChannel.open(new InetSocketAddress(loopback, port));
  }

  private SliceWork work(int kind, BenchBoard board) {
    return switch (kind) {
      case TRIP -> new Trip();
      case RATE -> new Stream(board);
      default -> throw new IllegalArgumentException("no slice " + kind);
    };
  }

  private void send(long bytes) {
    try {
      for (long left = bytes; left > 0; ) {
        left -= channel.write(out.clear().limit((int) Math.min(left, PIECE)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(long bytes) {
    try {
      for (long left = bytes; left > 0; ) {
        int got = channel.read(in.clear().limit((int) Math.min(left, PIECE)));
        if (got < 0) {
          throw new EOFException();
        }
        left -= got;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A message in each direction, in turn.
  private final class Trip implements SliceWork {
    @Override
    public long lead(int size, long count) {
      long began = System.nanoTime();
      for (long i = 0; i < count; i++) {
        send(size);
        take(size);
      }
      return System.nanoTime() - began;
    }

    @Override
    public long follow(int size, long count) {
      for (long i = 0; i < count; i++) {
        take(size);
        send(size);
      }
      return 0;
    }
  }

  /// All messages in one direction, as one stream: in as few calls as there can be.
  private final class Stream implements SliceWork {
    private final BenchBoard board;

    Stream(BenchBoard board) {
      this.board = board;
    }

    @Override
    public long lead(int size, long count) {
      long began = System.nanoTime();
      send(size * count);
      board.awaitTaken(count);
      return System.nanoTime() - began;
    }

    @Override
    public long follow(int size, long count) {
      take(size * count);
      board.taken(count);
      return 0;
    }
  }
}
