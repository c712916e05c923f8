// SPDX-License-Identifier: Apache-2.0
package weft.testkit.sockets;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.channels.SelectionKey.OP_READ;
import static java.nio.channels.SelectionKey.OP_WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.Waits;
import weft.transport.rings.CarriedTransport;
import weft.watch.PeerWatch;

/// One rank over TCP. Each channel carries frames. A frame is a length and a word: the position
/// that was consumed where the length is 0, else the first word of so many bytes of the ring, of
/// which the others follow.
final class SocketsTransport extends CarriedTransport {
  private static final int HEAD = Integer.BYTES + Long.BYTES;

  private final Selector selector = Selector.open();
  private final List<Peer> peers = new ArrayList<>();
  private final PeerWatch watch;
  private volatile boolean failed;
  private boolean ended;

  private final Waits waits =
      new Waits() {
        @Override
        public int spins() {
          return 100;
        }

        @Override
        public void sleep(long nanos) {
          SocketsTransport.this.sleep(nanos);
        }
      };

  SocketsTransport(
      int rank,
      @Nullable SocketChannel[] channels,
      Map<String, String> environment,
      PeerWatch watch)
      throws IOException {
    super(channels.length, rank, environment, 1 << 18);
    this.watch = watch;
    for (int peer = 0; peer < channels.length; peer++) {
      SocketChannel channel = channels[peer];
      if (channel != null) {
        peers.add(new Peer(peer, channel));
      }
    }
  }

  /// The connection to one rank.
  private final class Peer {
    final int rank;
    final SocketChannel channel;
    final SelectionKey key;
    final MemorySegment out;
    final MemorySegment in;
    final ByteBuffer[] sending = {ByteBuffer.allocateDirect(HEAD).limit(0), ByteBuffer.allocate(0)};
    final ByteBuffer head = ByteBuffer.allocateDirect(HEAD);
    @Nullable ByteBuffer body;
    long sent;
    long told;
    long received;

    Peer(int rank, SocketChannel channel) throws IOException {
      this.rank = rank;
      this.channel = channel;
      this.out = outgoing(rank);
      this.in = incoming(rank);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      this.key = channel.register(selector, OP_READ, this);
    }

    void send() {
      try {
        while (key.isValid() && !isQuiet() && channel.write(sending) > 0) {
          // Until the socket takes no more.
        }
      } catch (IOException e) {
        key.cancel(); // The watch says what has become of that rank.
      }
    }

    /// Whether all that was written has left.
    boolean isQuiet() {
      return !key.isValid() || !(sending[0].hasRemaining() || sending[1].hasRemaining() || next());
    }

    private boolean next() {
      int bytes = (int) Math.min(written(rank) - sent, ringBytes() - offset(sent));
      long consumed = consumed(rank);
      if (consumed != told) {
        told = consumed;
        sending[0].clear().putInt(0).putLong(consumed).flip();
      } else if (bytes > 0) {
        sending[0].clear().putInt(bytes).putLong(out.get(JAVA_LONG, offset(sent))).flip();
        sending[1] = out.asSlice(offset(sent) + Long.BYTES, bytes - Long.BYTES).asByteBuffer();
        sent += bytes;
      }
      return sending[0].hasRemaining();
    }

    void receive() {
      try {
        while (fill(head)) {
          int bytes = head.getInt(0);
          if (bytes == 0) {
            consumedBy(rank, head.getLong(Integer.BYTES));
            head.clear();
          } else if (body == null) {
            body = in.asSlice(offset(received) + Long.BYTES, bytes - Long.BYTES).asByteBuffer();
          } else if (fill(body)) {
            in.set(JAVA_LONG, offset(received), head.getLong(Integer.BYTES));
            arrived(rank);
            received += bytes;
            body = null;
            head.clear();
          } else {
            return;
          }
        }
      } catch (IOException e) {
        key.cancel(); // As above.
      }
    }

    private boolean fill(ByteBuffer buffer) throws IOException {
      if (buffer.hasRemaining() && channel.read(buffer) < 0) {
        channel.close(); // Which ends the key, too.
      }
      return !buffer.hasRemaining();
    }
  }

  private long offset(long position) {
    return position & (ringBytes() - 1);
  }

  @Override
  protected void carry() {
    select(0);
    peers.forEach(Peer::send);
  }

  private void select(long millis) {
    try {
      int _ = millis > 0 ? selector.select(millis) : selector.selectNow();
      selector.selectedKeys().forEach(key -> ((Peer) key.attachment()).receive());
      selector.selectedKeys().clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void sleep(long nanos) {
    for (Peer peer : peers) {
      if (peer.key.isValid()) {
        peer.key.interestOps(peer.isQuiet() ? OP_READ : OP_READ | OP_WRITE);
      }
    }
    select(Math.max(1, nanos / 1_000_000));
  }

  @Override
  public String name() {
    return SocketsProvider.NAME;
  }

  @Override
  public Waits waits() {
    return waits;
  }

  @Override
  public void wake() {
    selector.wakeup();
  }

  @Override
  public void connect(Watcher watcher) {
    watch.connect(watcher);
  }

  @Override
  public void fail(FailureReport report) {
    failed = true;
    watch.fail(report);
  }

  @Override
  public void finished() {
    while (!peers.stream().allMatch(Peer::isQuiet) && !failed) {
      carry();
    }
    watch.finished();
    ended = watch.awaitAllFinished();
  }

  @Override
  public void close() {
    if (!ended && !failed) {
      fail(new FailureReport(rank(), "", "it left the job before its body had begun", ""));
    }
    super.close();
    watch.close();
  }
}
