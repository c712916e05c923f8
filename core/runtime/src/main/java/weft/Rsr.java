// SPDX-License-Identifier: Apache-2.0
package weft;

import weft.internal.send.Sender;
import weft.memory.RecordLayout;

/// A remote service request: a registered handler, seen from the sender.
public abstract class Rsr {
  final Sender sender;
  final String name;

  /// The record's header, known from `start()` on (for [RsrN] without the length).
  long header;

  /// The one op of this request.
  final TransferOp op = new TransferOp(this);

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

  /// Sends the first of these words, as many as the request has.
  void sendWords(int target, long a, long b, long c, long d) {
    throw new IllegalStateException(this + " has no words, and so no op");
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
