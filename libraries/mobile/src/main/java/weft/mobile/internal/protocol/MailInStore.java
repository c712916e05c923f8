// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import weft.codec.Writer;
import weft.mobile.internal.protocol.Mailbox.Taken;
import weft.mobile.residence.ObjectKeeper;

/// Messages of one mailbox that lie in the store of a keeper, in order, and those that came after
/// them.
final class MailInStore {
  /// The most words of a piece that holds several messages: what comes back at once.
  private static final int PIECE = 1 << 15;

  private record Piece(Object name, int words, int messages, long payloads) {}

  private final ObjectKeeper keeper;
  private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
  private int messages;
  private long words;

  /// The messages that came later, in memory.
  final Mailbox behind = new Mailbox();

  MailInStore(ObjectKeeper keeper) {
    this.keeper = keeper;
  }

  /// The number of messages in the store and behind.
  int count() {
    return messages + behind.count();
  }

  /// The words of the messages in the store.
  long words() {
    return words;
  }

  /// Stores the messages in the words from `from` to `to`.
  Taken take(long[] array, MemorySegment memory, int from, int to) {
    int count = 0;
    long payloads = 0;
    int messages = 0;
    long bytes = 0;
    int begin = from;
    for (int at = from; at < to; ) {
      messages++;
      bytes += Mailbox.payload(array, at);
      at += Mailbox.words(array, at);
      if (at == to || at + Mailbox.words(array, at) - begin > PIECE) {
        Object name = keeper.putMail(memory, 8L * begin, 8L * (at - begin));
        pieces.add(new Piece(name, at - begin, messages, bytes));
        words += at - begin;
        count += messages;
        payloads += bytes;
        messages = 0;
        bytes = 0;
        begin = at;
      }
    }
    this.messages += count;
    return new Taken(count, payloads);
  }

  /// Brings the first piece into `mailbox`; [Taken#NONE] if there is none.
  Taken bring(Mailbox mailbox) {
    Piece piece = pieces.poll();
    if (piece == null) {
      return Taken.NONE;
    }
    messages -= piece.messages;
    words -= piece.words;
    int at = mailbox.extend(piece.messages, piece.words);
    keeper.readMail(piece.name, mailbox.memory(), 8L * at);
    keeper.freeMail(piece.name);
    return new Taken(piece.messages, piece.payloads);
  }

  /// Gives back the room of all messages in the store.
  void free() {
    for (Piece piece : pieces) {
      keeper.freeMail(piece.name);
    }
    pieces.clear();
  }

  /// Writes the messages in the store, which stay.
  void write(Writer out) {
    for (Piece piece : pieces) {
      MemorySegment copy = MemorySegment.ofArray(new long[piece.words]);
      keeper.readMail(piece.name, copy, 0);
      out.writeRaw(copy, 0, copy.byteSize());
    }
  }
}
