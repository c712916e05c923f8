// SPDX-License-Identifier: Apache-2.0
package weft;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.internal.Engine;
import weft.internal.rank.Pending;

/// Follows one asynchronous operation until it is done. It belongs to the caller, from
/// [World#completion], and is reusable, for one operation at a time.
///
/// An operation is done *at the source* when the memory it reads from may be used again. It is
/// *done* when its effect is visible: a put's bytes at the target, a get's bytes in the
/// destination, a reply at the caller. Operations without a completion are covered by
/// [Memory#fence()].
///
/// Two operations are ordered when the second begins after the first was seen to be done, by
/// [#isDone], [#await] or an action. All methods belong to the rank's own thread.
public final class Completion {
  final Engine engine;
  final Pending pending;

  /// The call whose result it waits for, or waited for last.
  @Nullable Call<?, ?> caller;

  private final BooleanSupplier sourceDone;
  private final BooleanSupplier done;

  Completion(Engine engine) {
    this.engine = engine;
    this.pending = engine.self().pending(this);
    this.sourceDone = pending::isSourceDone;
    this.done = pending::isDone;
  }

  /// An action that runs when an operation is done.
  @FunctionalInterface
  public interface Action {
    /// Runs as a handler does: on the rank's thread, in a poll or wait. It must not wait.
    void run() throws Exception;
  }

  /// The same op, whose put or get this completion follows, too: `put(…, done.after(here.op(n)))`.
  /// The operation is done at the source when the memory that a put reads from may be used again,
  /// and done when the handler has run. Then the bytes are there, and the place that they were put
  /// to may be written again. A put costs one message there and one back for it.
  ///
  /// Source: DMCS, section 4: dmcs_put_op in its synchronous form waits for the target.
  public TransferOp after(TransferOp op) {
    op.done = pending;
    return op;
  }

  /// Whether the source of the operation may be used again.
  public boolean isSourceDone() {
    return pending.isSourceDone();
  }

  /// Whether the operation is done or has failed; true before the first use. Runs no handlers, so a
  /// loop around it must poll.
  public boolean isDone() {
    return pending.isDone();
  }

  /// Waits until the source of the operation may be reused, and makes progress meanwhile.
  public void awaitSource() {
    if (!pending.isSourceDone()) {
      engine.self().loop().await("Completion.awaitSource of ", pending.call(), sourceDone);
    }
  }

  /// Waits until the operation is done, and makes progress meanwhile.
  ///
  /// @throws WeftException if the operation failed; the job continues
  public void await() {
    if (!pending.isDone()) {
      engine.self().loop().await("Completion.await of ", pending.call(), done);
    }
    pending.throwFailure();
  }

  /// Runs `action` once when the operation is done, in a later poll or wait, also when it is done
  /// already: call it after the operation. Before the first use, the action waits for the first
  /// operation. [World#quiesce] waits for the actions of operations that are done.
  public Completion then(Action action) {
    pending.then(action::run);
    return this;
  }

  /// The word that an atomic or a [LongCall] returned.
  ///
  /// @throws IllegalStateException when the operation is not done
  /// @throws WeftException when it could not be done
  public long value() {
    return pending.value();
  }

  /// [#value] as the `double` that an atomic on doubles returned.
  public double doubleValue() {
    return Double.longBitsToDouble(pending.value());
  }

  /// The pointer that [Heap#malloc] returned.
  ///
  /// @throws IllegalStateException when the operation is not done
  /// @throws HeapExhaustedException when there was no room
  public GlobalPointer pointer() {
    return GlobalPointer.unpack(pending.value());
  }

  /// The failure of the operation, or null.
  public @Nullable RuntimeException failure() {
    return pending.failure();
  }

  @Override
  public String toString() {
    return "completion of "
        + (pending.call().isEmpty() ? "nothing yet" : pending.call())
        + (pending.isDone() ? ", done" : pending.isSourceDone() ? ", done at the source" : "");
  }
}
