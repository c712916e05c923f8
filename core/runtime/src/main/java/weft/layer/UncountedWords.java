// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import weft.Rsr4;
import weft.internal.Engine;
import weft.internal.rank.Counted;
import weft.internal.send.Sender;
import weft.memory.RecordLayout;
import weft.transport.Outbox;

/// Messages of four words that are not counted, so quiescence does not wait for them. The end of
/// the job does.
public final class UncountedWords {
  private static final int BYTES = 40;

  private final Sender sender;
  private final String name;

  /// Known once the world has started.
  private long header;

  UncountedWords(Engine engine, String name, Rsr4.Handler handler) {
    this.sender = engine.sender();
    this.name = name;
    engine
        .handlers()
        .add(
            name,
            "rsr4",
            Counted.BY_END,
            handler,
            number ->
                header =
                    RecordLayout.header(
                        RecordLayout.RSR0 + 4, number, BYTES - RecordLayout.HEADER));
  }

  /// Sends the words to `target`. If there is no room, the call waits and may run handlers
  /// meanwhile. In a handler it never waits.
  public void send(int target, long a, long b, long c, long d) {
    sender.check(target, name);
    sender.words(Counted.BY_END, name, target, header, a, b, c, d);
  }

  /// Sends the words to `target` if there is room now, and returns whether it did. Runs no
  /// handlers.
  public boolean trySend(int target, long a, long b, long c, long d) {
    Outbox out = sender.outbox(target, name);
    long at = out.claim(BYTES);
    if (at < 0) {
      return sender.noRoom();
    }
    out.word(at, 0, a);
    out.word(at, 1, b);
    out.word(at, 2, c);
    out.word(at, 3, d);
    out.commit(at, BYTES, header);
    sender.count(Counted.BY_END);
    return true;
  }
}
