// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A network between ranks of one process that loses and doubles nothing, and keeps no order: each
/// piece waits, and a random one of those for a rank arrives next. Frames overtake frames, credits
/// overtake credits, and payloads overtake their announcements.
final class ShuffledNetwork {
  private final Random random;
  private final List<List<Piece>> pieces = new ArrayList<>();
  private final List<Port> ports = new ArrayList<>();

  /// The number of pieces that arrived before one that was sent earlier by the same rank.
  long overtaken;

  private long sent;

  /// What is under way to a rank.
  private record Piece(
      long number, int kind, int source, long position, MemorySegment bytes, int transfer) {}

  private static final int PAYLOAD = -1;

  ShuffledNetwork(int ranks, Random random) {
    this.random = random;
    for (int rank = 0; rank < ranks; rank++) {
      pieces.add(new ArrayList<>());
      ports.add(new Port(rank));
    }
  }

  Port port(int rank) {
    return ports.get(rank);
  }

  /// The network as one rank sees it.
  final class Port implements FrameWire {
    private final int rank;
    private FrameWire.Receiver receiver = new NoReceiver();

    /// Whether each payload, by its handle, has been fetched. A handle is an index and one more.
    private final List<Boolean> fetched = new ArrayList<>();

    private final List<Piece> offered = new ArrayList<>();

    private Port(int rank) {
      this.rank = rank;
    }

    void connect(FrameWire.Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public boolean send(int kind, int target, long position, long address, int bytes) {
      if (random.nextInt(8) == 0) {
        return false; // Too many are under way.
      }
      MemorySegment copy = Arena.ofAuto().allocate(Math.max(8, bytes), 8);
      if (bytes > 0) {
        MemorySegment.copy(Ucp.ALL, address, copy, 0, bytes);
      }
      pieces.get(target).add(new Piece(sent++, kind, rank, position, copy.asSlice(0, bytes), 0));
      return true;
    }

    @Override
    public long push(int target, long number, long address, long bytes) {
      fetched.add(false);
      int transfer = fetched.size();
      MemorySegment from = Ucp.ALL.asSlice(address, bytes);
      pieces.get(target).add(new Piece(sent++, PAYLOAD, rank, number, from, transfer));
      return transfer;
    }

    @Override
    public long pull(int source, long handle, long address, long bytes) {
      Piece piece = offered.get((int) handle - 1);
      if (piece.source != source || piece.bytes.byteSize() != bytes) {
        throw new AssertionError("another payload is fetched than was offered");
      }
      MemorySegment.copy(piece.bytes, 0, Ucp.ALL, address, bytes);
      ports.get(source).fetched.set(piece.transfer - 1, true);
      return DONE;
    }

    @Override
    public boolean isDone(long transfer, int peer) {
      return transfer == DONE || fetched.get((int) transfer - 1);
    }

    /// Some of the pieces arrive, in random order.
    @Override
    public void progress() {
      List<Piece> waiting = pieces.get(rank);
      for (int count = random.nextInt(4); count > 0 && !waiting.isEmpty(); count--) {
        Piece piece = waiting.remove(random.nextInt(waiting.size()));
        if (waiting.stream()
            .anyMatch(it -> it.source == piece.source && it.number < piece.number)) {
          overtaken++;
        }
        if (piece.kind == PAYLOAD) {
          offered.add(piece);
          receiver.payload(piece.source, piece.position, offered.size(), piece.bytes.byteSize());
        } else {
          receiver.frame(
              piece.kind,
              piece.source,
              piece.position,
              piece.bytes.address(),
              (int) piece.bytes.byteSize());
        }
      }
    }

    @Override
    public boolean isQuiet() {
      return true;
    }

    @Override
    public boolean arm() {
      return pieces.get(rank).isEmpty();
    }

    @Override
    public int descriptor() {
      return -1;
    }

    @Override
    public void close(boolean isOrderly) {}
  }

  private static final class NoReceiver implements FrameWire.Receiver {
    @Override
    public void frame(int kind, int source, long position, long address, int bytes) {}

    @Override
    public void payload(int source, long number, long handle, long bytes) {}

    @Override
    public void broken(int peer, String why) {}
  }
}
