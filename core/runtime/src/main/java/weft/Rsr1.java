// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.send.Sender;
import weft.memory.RecordLayout;
import weft.transport.Outbox;

/// A remote service request of one word: a handler registered with [World#rsr1], seen from the
/// sender.
///
/// Source: DMCS, section 4: dmcs_async_rsr1, dmcs_sync_rsr1.
public final class Rsr1 extends Rsr {
  private static final int BYTES = 16;

  Rsr1(Sender sender, String name) {
    super(sender, name, RecordLayout.RSR0 + 1, BYTES - RecordLayout.HEADER);
  }

  /// The handler's code, which runs at the target.
  @FunctionalInterface
  public interface Handler {
    /// Runs on the target's own thread, while that polls or waits. It must not wait.
    void handle(int source, long a);
  }

  /// Asks `target` to run the handler, and returns when the message is on its way. If there is no
  /// room, the call waits and may run handlers meanwhile. In a handler it never waits.
  public void send(int target, long a) {
    Outbox out = sender.outbox(target, name);
    long at = out.claim(BYTES);
    if (at < 0) {
      sender.words(name, out, header, a, 0, 0, 0);
      return;
    }
    out.word(at, 0, a);
    out.commit(at, BYTES, header);
    sender.count();
  }

  /// Sends if there is room now, and returns whether it did. Runs no handlers.
  public boolean trySend(int target, long a) {
    Outbox out = sender.outbox(target, name);
    long at = out.claim(BYTES);
    if (at < 0) {
      return sender.noRoom();
    }
    out.word(at, 0, a);
    out.commit(at, BYTES, header);
    sender.count();
    return true;
  }

  /// Sends, and returns when the target has taken the message, perhaps before its handler has run.
  /// May run handlers meanwhile. A handler must not call it.
  public void sendSync(int target, long a) {
    sender.wordsSync(name, header, target, a, 0, 0, 0);
  }

  /// Sends now, or lets the message join the backlog if there is no room. It waits for nothing and
  /// runs no handlers; a poll or wait sends what is in the backlog.
  ///
  /// @throws WeftException when the budget has no room for it; nothing was sent
  public void sendBuffered(int target, long a) {
    sender.wordsBuffered(name, header, target, a, 0, 0, 0);
  }

  /// The request with this word, for a put or get to send when its bytes are there.
  public TransferOp op(long a) {
    return op.with(a, 0, 0, 0);
  }

  @Override
  void sendWords(int target, long a, long b, long c, long d) {
    send(target, a);
  }
}
