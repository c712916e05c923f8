// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.Pending;
import weft.internal.rank.Rank;
import weft.internal.send.Payloads;
import weft.internal.send.Sender;
import weft.memory.span.MemoryTransfer;

/// One-sided memory over active messages, for ranks that can access only their own heap. Handlers
/// of the owner carry out an access to its heap, when it polls or waits.
///
/// Messages between two ranks keep their order. So when a message is handled, all earlier ones are
/// done. A fence or a put's completion takes one request for confirmation after all other messages.
/// Nothing else is acknowledged. The source of a put has been copied when the call returns.
final class MessagedAccess extends MemoryAccess {
  private final HeapMap heaps;
  private final Rank self;
  private final DirectAccess direct;
  private final int own;
  private final Confirmations confirmations;
  private final PutMessages puts;
  private final GetMessages gets;
  private final GetAnswers answers;
  private final WordMessages words;

  /// Whether something was sent to a rank since the last fence.
  private final boolean[] touched;

  /// The fence to each rank, created when it is first needed.
  private final @Nullable Pending[] fences;

  private int fenced;
  private final BooleanSupplier isFenced = this::isFenced;

  static MemoryAccess of(
      HeapMap heaps, Rank self, Sender sender, HandlerTable handlers, Confirmations confirmations) {
    return new MessagedAccess(heaps, self, sender, handlers, confirmations);
  }

  private MessagedAccess(
      HeapMap heaps, Rank self, Sender sender, HandlerTable handlers, Confirmations confirmations) {
    super(self, confirmations);
    var errors = new TransferErrors(heaps.rank(), self);
    this.heaps = heaps;
    this.self = self;
    this.direct = new DirectAccess(heaps, self, confirmations);
    this.own = heaps.rank();
    this.confirmations = confirmations;
    this.puts = new PutMessages(sender, handlers, errors, heaps);
    this.gets = new GetMessages(self, sender, handlers, errors, confirmations, heaps.size());
    this.answers = new GetAnswers(self, sender, handlers, errors, heaps);
    this.words = new WordMessages(self, confirmations, handlers, errors, heaps);
    this.touched = new boolean[heaps.size()];
    this.fences = new Pending[heaps.size()];
  }

  // Transfers.

  @Override
  public void put(MemoryTransfer transfer, @Nullable Pending done) {
    int rank = transfer.rank();
    if (rank == own) {
      direct.put(transfer, done);
    } else if (begins(transfer, true, done)) {
      String call = transfer.call();
      touched[rank] = true;
      if (done != null) {
        done.begin(call);
      }
      puts.send(transfer);
      if (done != null) {
        confirmations.confirm(call, rank, done);
        done.sourceDone();
      }
    }
  }

  @Override
  public void putBefore(MemoryTransfer transfer, @Nullable Pending done) {
    int rank = transfer.rank();
    String call = transfer.call();
    if (rank == own) {
      direct.putBefore(transfer, done);
      return;
    }
    if (done != null) {
      done.checkFree(call);
    }
    boolean begins = begins(transfer, true, null);
    if (done != null) {
      done.begin(call); // before the call may wait, and run handlers
    }
    if (begins) {
      touched[rank] = true;
      puts.sendBefore(transfer);
    }
  }

  @Override
  public void get(MemoryTransfer transfer, @Nullable Pending done) {
    if (transfer.rank() == own) {
      direct.get(transfer, done);
    } else if (begins(transfer, false, done)) {
      GetMessages.Call of = null;
      if (done != null) {
        done.begin(transfer.call());
        done.sourceDone();
        of = gets.open(done);
      }
      gets.send(transfer, of);
      if (of != null) {
        gets.close(of);
      }
    }
  }

  @Override
  public boolean getBefore(
      MemoryTransfer transfer,
      @Nullable Pending done,
      String name,
      long header,
      long a,
      long b,
      long c,
      long d) {
    if (transfer.rank() == own) {
      return direct.getBefore(transfer, done, name, header, a, b, c, d);
    }
    if (done != null) {
      done.checkFree(transfer.call());
    }
    boolean begins = begins(transfer, false, null);
    if (done != null) {
      done.begin(transfer.call());
      done.sourceDone();
    }
    if (!begins) {
      return true;
    }
    GetMessages.Call of = gets.open(done, name, header, a, b, c, d);
    gets.send(transfer, of);
    gets.close(of);
    return false;
  }

  /// Checks a transfer before its first part moves, and returns whether there is one. If not, it is
  /// done.
  private boolean begins(MemoryTransfer transfer, boolean put, @Nullable Pending done) {
    String call = transfer.call();
    if (done != null) {
      done.checkFree(call);
    }
    heaps.check(transfer, put);
    Payloads.checkLocal(call, own, transfer.local(), 0, 0, !put);
    if (transfer.parts() == 0 || transfer.isRows() && transfer.rowBytes() == 0) {
      if (done != null) {
        done.pass(call);
      }
      return false;
    }
    return true;
  }

  // Words.

  @Override
  public long word(
      String call, WordOperation operation, int rank, long at, long value, long expected) {
    if (rank == own) {
      return direct.word(call, operation, rank, at, value, expected);
    }
    self.checks().checkMayWait(call);
    checkWord(call, rank, at);
    return words.await(call, operation, rank, at, value, expected);
  }

  @Override
  public void word(
      String call,
      WordOperation operation,
      int rank,
      long at,
      long value,
      long expected,
      @Nullable Pending done) {
    if (rank == own) {
      direct.word(call, operation, rank, at, value, expected, done);
      return;
    }
    if (done != null) {
      done.checkFree(call);
    }
    checkWord(call, rank, at);
    words.send(call, operation, rank, at, value, expected, done);
  }

  private void checkWord(String call, int rank, long at) {
    heaps.checkPlace(call, rank, at, Long.BYTES);
    heaps.checkAligned(call, rank, at);
    touched[rank] = true;
  }

  // Order.

  @Override
  public void fence(String call, int rank) {
    direct.fence(call, rank);
    ask(call, rank);
    awaitFence(call, rank);
  }

  @Override
  public void fenceAll(String call) {
    direct.fenceAll(call);
    for (int rank = 0; rank < fences.length; rank++) {
      ask(call, rank);
    }
    for (int rank = 0; rank < fences.length; rank++) {
      awaitFence(call, rank);
    }
  }

  private void ask(String call, int rank) {
    if (touched[rank]) {
      touched[rank] = false;
      Pending fence = fences[rank];
      if (fence == null) {
        fence = self.pending(this);
        fences[rank] = fence;
      }
      fence.begin(call);
      confirmations.confirm(call, rank, fence);
    }
  }

  private void awaitFence(String call, int rank) {
    fenced = rank;
    if (!isFenced()) {
      self.loop().await(call, "", rank, isFenced);
    }
  }

  private boolean isFenced() {
    Pending fence = fences[fenced];
    return (fence == null || !fence.isBusy()) && gets.isDone(fenced);
  }

  // Progress.

  @Override
  public int carryOut() {
    return answers.carryOut();
  }

  @Override
  public boolean requestWakes() {
    return answers.requestWakes();
  }

  @Override
  public void close() {
    direct.close();
  }
}
