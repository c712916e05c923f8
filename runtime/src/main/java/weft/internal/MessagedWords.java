// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import weft.internal.rank.Pending;
import weft.memory.HeapLayout;
import weft.transport.Transport;

/// The words of [MessagedOneSided]: those of other ranks' heaps are changed by their owners, who
/// are asked to; those of this rank's own directly.
abstract class MessagedWords extends OneSided {
  private final int own;
  private final WordMessages words;

  /// Whether something was sent to a rank since the last fence.
  private final boolean[] touched;

  MessagedWords(Engine engine, Transport transport, HeapLayout layout, OneSidedChannel channel) {
    super(engine, transport, layout, true);
    this.own = engine.rank();
    this.words = new WordMessages(engine, channel, this);
    this.touched = new boolean[engine.size()];
  }

  final WordMessages words() {
    return words;
  }

  /// Something goes to `rank` that a fence waits for.
  final void touch(int rank) {
    touched[rank] = true;
  }

  /// Whether that was so since this was asked for the last time.
  final boolean takeTouched(int rank) {
    boolean was = touched[rank];
    touched[rank] = false;
    return was;
  }

  private void check(String call, int rank, long at) {
    checkPlace(call, rank, at, Long.BYTES);
    checkAligned(call, rank, at);
    touch(rank);
  }

  private void send(String call, int operation, int rank, long at, long value) {
    check(call, rank, at);
    words.send(call, operation, rank, at, value);
  }

  private void send(
      String call, int operation, int rank, long at, long value, long expected, Pending done) {
    done.checkFree(call);
    check(call, rank, at);
    words.send(call, operation, rank, at, value, expected, done);
  }

  private long await(String call, int operation, int rank, long at, long value, long expected) {
    checkMayWait(call);
    check(call, rank, at);
    return words.await(call, operation, rank, at, value, expected);
  }

  @Override
  public void putWord(String call, int rank, long at, long value) {
    if (rank == own) {
      super.putWord(call, rank, at, value);
    } else {
      send(call, TransferLayout.PUT, rank, at, value);
    }
  }

  @Override
  public long getWord(String call, int rank, long at) {
    return rank == own
        ? super.getWord(call, rank, at)
        : await(call, TransferLayout.GET, rank, at, 0, 0);
  }

  @Override
  public long fetchAdd(String call, int rank, long at, long value) {
    return rank == own
        ? super.fetchAdd(call, rank, at, value)
        : await(call, TransferLayout.ADD, rank, at, value, 0);
  }

  @Override
  public long fetchAnd(String call, int rank, long at, long value) {
    return rank == own
        ? super.fetchAnd(call, rank, at, value)
        : await(call, TransferLayout.AND, rank, at, value, 0);
  }

  @Override
  public long fetchOr(String call, int rank, long at, long value) {
    return rank == own
        ? super.fetchOr(call, rank, at, value)
        : await(call, TransferLayout.OR, rank, at, value, 0);
  }

  @Override
  public long fetchXor(String call, int rank, long at, long value) {
    return rank == own
        ? super.fetchXor(call, rank, at, value)
        : await(call, TransferLayout.XOR, rank, at, value, 0);
  }

  @Override
  public long swap(String call, int rank, long at, long value) {
    return rank == own
        ? super.swap(call, rank, at, value)
        : await(call, TransferLayout.SWAP, rank, at, value, 0);
  }

  @Override
  public long compareAndSwap(String call, int rank, long at, long expected, long value) {
    return rank == own
        ? super.compareAndSwap(call, rank, at, expected, value)
        : await(call, TransferLayout.COMPARE_AND_SWAP, rank, at, value, expected);
  }

  @Override
  public double fetchAdd(String call, int rank, long at, double value) {
    if (rank == own) {
      return super.fetchAdd(call, rank, at, value);
    }
    long bits = Double.doubleToRawLongBits(value);
    return Double.longBitsToDouble(await(call, TransferLayout.ADD_DOUBLE, rank, at, bits, 0));
  }

  @Override
  public void fetchAdd(String call, int rank, long at, long value, Pending done) {
    if (rank == own) {
      super.fetchAdd(call, rank, at, value, done);
    } else {
      send(call, TransferLayout.ADD, rank, at, value, 0, done);
    }
  }

  @Override
  public void fetchAnd(String call, int rank, long at, long value, Pending done) {
    if (rank == own) {
      super.fetchAnd(call, rank, at, value, done);
    } else {
      send(call, TransferLayout.AND, rank, at, value, 0, done);
    }
  }

  @Override
  public void fetchOr(String call, int rank, long at, long value, Pending done) {
    if (rank == own) {
      super.fetchOr(call, rank, at, value, done);
    } else {
      send(call, TransferLayout.OR, rank, at, value, 0, done);
    }
  }

  @Override
  public void fetchXor(String call, int rank, long at, long value, Pending done) {
    if (rank == own) {
      super.fetchXor(call, rank, at, value, done);
    } else {
      send(call, TransferLayout.XOR, rank, at, value, 0, done);
    }
  }

  @Override
  public void swap(String call, int rank, long at, long value, Pending done) {
    if (rank == own) {
      super.swap(call, rank, at, value, done);
    } else {
      send(call, TransferLayout.SWAP, rank, at, value, 0, done);
    }
  }

  @Override
  public void compareAndSwap(
      String call, int rank, long at, long expected, long value, Pending done) {
    if (rank == own) {
      super.compareAndSwap(call, rank, at, expected, value, done);
    } else {
      send(call, TransferLayout.COMPARE_AND_SWAP, rank, at, value, expected, done);
    }
  }

  @Override
  public void fetchAdd(String call, int rank, long at, double value, Pending done) {
    if (rank == own) {
      super.fetchAdd(call, rank, at, value, done);
    } else {
      long bits = Double.doubleToRawLongBits(value);
      send(call, TransferLayout.ADD_DOUBLE, rank, at, bits, 0, done);
    }
  }

  @Override
  public void add(String call, int rank, long at, long value) {
    if (rank == own) {
      super.add(call, rank, at, value);
    } else {
      send(call, TransferLayout.ADD, rank, at, value);
    }
  }

  @Override
  public void add(String call, int rank, long at, double value) {
    if (rank == own) {
      super.add(call, rank, at, value);
    } else {
      send(call, TransferLayout.ADD_DOUBLE, rank, at, Double.doubleToRawLongBits(value));
    }
  }

  @Override
  public void xor(String call, int rank, long at, long value) {
    if (rank == own) {
      super.xor(call, rank, at, value);
    } else {
      send(call, TransferLayout.XOR, rank, at, value);
    }
  }
}
