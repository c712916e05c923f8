// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.send.Sender;
import weft.memory.RecordLayout;
import weft.transport.Outbox;

/// A remote service request: a registered handler, seen from the sender.
public abstract class Rsr {
  final Sender sender;
  final String name;

  /// The record's header, known from `start()` on (for [RsrN] without the length).
  long header;

  /// The one op of this request.
  final Op op = new Op(this);

  private final int kind;
  private final int payload;

  Rsr(Sender sender, String name, int kind, int payload) {
    this.sender = sender;
    this.name = name;
    this.kind = kind;
    this.payload = payload;
  }

  /// The handler's arguments, described in one word.
  String shape() {
    return kind == RecordLayout.RSRN ? "rsrN" : "rsr" + (kind - RecordLayout.RSR0);
  }

  /// Sets the handler's number.
  void numbered(int number) {
    header = RecordLayout.header(kind, number, payload);
  }

  /// Sends as many of these words as the request has.
  final void sendWords(int target, long a, long b, long c, long d) {
    Outbox out = sender.outbox(target, name);
    int bytes = RecordLayout.HEADER + payload;
    long at = out.claim(bytes);
    if (at < 0) {
      sender.words(name, out, header, a, b, c, d);
      return;
    }
    int words = kind - RecordLayout.RSR0;
    if (words > 0) {
      out.word(at, 0, a);
    }
    if (words > 1) {
      out.word(at, 1, b);
    }
    if (words > 2) {
      out.word(at, 2, c);
    }
    if (words > 3) {
      out.word(at, 3, d);
    }
    out.commit(at, bytes, header);
    sender.count();
  }

  /// The name under which the handler was registered.
  public final String name() {
    return name;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " \"" + name + "\"";
  }
}
