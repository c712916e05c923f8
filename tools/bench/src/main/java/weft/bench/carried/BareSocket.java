// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.IntUnaryOperator;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceWork;
import weft.bench.pair.Way;

/// Messages between two ranks over a socket alone. Each begins with its length.
final class BareSocket implements Bare {
  /// The head of a frame of Weft.
  private static final int HEAD = 16;

  private static final int LARGEST = 16 << 20;
  private static final int PIECE = 1 << 18;

  private final SocketChannel channel;
  private final ByteBuffer out = ByteBuffer.allocateDirect(HEAD + LARGEST);
  private final ByteBuffer in = ByteBuffer.allocateDirect(PIECE);

  /// The bytes of the message that is arriving that have not arrived yet; 0 before its length.
  private int left;

  private BareSocket(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
  }

  /// Rank 0 listens, and rank 1 connects. Collective.
  static BareSocket connect(int rank, PeerText texts, boolean apart) throws IOException {
    if (rank == 0) {
      InetAddress own = apart ? HostAddress.find().address() : InetAddress.getLoopbackAddress();
      try (var listener = ServerSocketChannel.open().bind(new InetSocketAddress(own, 0))) {
        String place = own.getHostAddress() + " " + listener.socket().getLocalPort();
        texts.swap(place.getBytes(StandardCharsets.UTF_8));
        return new BareSocket(listener.accept());
      }
    }
    String[] place = new String(texts.swap(new byte[1]), StandardCharsets.UTF_8).split(" ");
    var address = new InetSocketAddress(place[0], Integer.parseInt(place[1]));
    return new BareSocket(SocketChannel.open(address));
  }

  @Override
  public Way requests() {
    return way(size -> size);
  }

  @Override
  public Way putOps() {
    return way(CarriedWire::putOpBytes);
  }

  private Way way(IntUnaryOperator bytes) {
    return new Way((size, i) -> send(bytes.applyAsInt(size), i), this::poll);
  }

  private void send(int bytes, long value) {
    out.clear().limit(HEAD + bytes).putInt(0, HEAD + bytes).putLong(Long.BYTES, value);
    write();
  }

  private void write() {
    try {
      while (out.hasRemaining()) {
        int _ = channel.write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads once, and returns the number of messages that are whole then.
  private int poll() {
    try {
      if (channel.read(in) < 0) {
        throw new EOFException();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    in.flip();
    int whole = 0;
    while (left > 0 || in.remaining() >= Integer.BYTES) {
      if (left == 0) {
        left = in.getInt(in.position());
      }
      int part = Math.min(left, in.remaining());
      in.position(in.position() + part);
      left -= part;
      if (left > 0) {
        break;
      }
      whole++;
    }
    in.compact();
    return whole;
  }

  /// All messages as one stream, in as few calls as there can be.
  @Override
  public SliceWork stream(BenchBoard board) {
    return new Stream(board);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Messages in one direction.
  private final class Stream implements SliceWork {
    private final BenchBoard board;

    Stream(BenchBoard board) {
      this.board = board;
    }

    @Override
    public long lead(int size, long count) {
      long began = System.nanoTime();
      for (long more = (HEAD + size) * count; more > 0; more -= PIECE) {
        out.clear().limit((int) Math.min(more, PIECE));
        write();
      }
      board.awaitTaken(count);
      return System.nanoTime() - began;
    }

    @Override
    public long follow(int size, long count) {
      try {
        for (long more = (HEAD + size) * count; more > 0; ) {
          int got = channel.read(in.clear().limit((int) Math.min(more, PIECE)));
          if (got < 0) {
            throw new EOFException();
          }
          more -= got;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      in.clear();
      board.taken(count);
      return 0;
    }
  }
}
