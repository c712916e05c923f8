// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import weft.Completion;
import weft.Frame;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.mobile.MobileArray;
import weft.mobile.MobileCall;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileRsr3;
import weft.mobile.MobileRsrN;
import weft.mobile.MobileRsrObject;
import weft.mobile.MobileSection;
import weft.mobile.MobileType;
import weft.mobile.Self;
import weft.mobile.Undelivered;
import weft.random.objects.Plan.Node;

/// The requests of one type: every way in which a message is sent, and the checks of what arrives.
/// All but the bare ones carry a tag.
final class Requests {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int HEADER = 8;

  /// The payload of [Plan.Way#VALUE] and [Plan.Way#CALL].
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Value(long tag, String text, byte[] bytes) {}

  /// The result of a call.
  record Answer(long key, long value) {}

  private static final Codec<Value> VALUE = Codecs.record(MethodHandles.lookup(), Value.class);
  private static final Codec<Answer> ANSWER = Codecs.record(MethodHandles.lookup(), Answer.class);

  /// Receives what arrives.
  interface Receiver {
    /// A message with a tag was handled. Returns the answer if it is a call.
    Answer handle(Self<Cell> self, Cell cell, long tag);

    /// A message without a tag was handled.
    void bare(Self<Cell> self, Cell cell);

    /// A message to all elements was handled.
    void broadcast(Self<Cell> self, Cell cell, long tag);

    void unpin(Self<Cell> self, Cell cell);

    /// A handler has run once more.
    void repeat(Self<Cell> self, Cell cell);

    void answered(Self<Cell> self, Cell cell, Answer answer);

    void undelivered(Undelivered.Message message, long tag);

    void early(Cell cell, long sentAt);

    Node node(long tag);
  }

  final MobileType<Cell> type;
  private final Receiver receiver;
  private final MobileRsr0<Cell> words0;
  private final MobileRsr1<Cell> words1;
  private final MobileRsr2<Cell> words2;
  private final MobileRsr3<Cell> words3;
  private final MobileRsrN<Cell> empty;
  private final MobileRsrN<Cell> bytes;
  private final MobileRsr1<Cell> allWords;
  private final MobileRsrN<Cell> allBytes;
  private final MobileRsrObject<Cell, Value> value;
  final MobileCall<Cell, Value, Answer> call;
  private final MobileRsrObject<Cell, Answer> then;
  private final MobileRsr0<Cell> unpin;
  private final MobileRsr0<Cell> end;
  private final MobileRsr0<Cell> repeat;

  Requests(MobileType<Cell> type, Receiver receiver) {
    this.type = type;
    this.receiver = receiver;
    words0 = type.rsr0("words0", receiver::bare);
    words1 = type.rsr1("words1", (self, cell, tag) -> receiver.handle(self, cell, tag));
    words2 =
        type.rsr2(
            "words2",
            (self, cell, tag, check) -> {
              check(check == Numbers.mix(tag), "the second word");
              receiver.handle(self, cell, tag);
            });
    words3 =
        type.rsr3(
            "words3",
            (self, cell, tag, check, at) -> {
              check(check == Numbers.mix(tag ^ at), "the second or the third word");
              receiver.early(cell, at);
              receiver.handle(self, cell, tag);
            });
    empty =
        type.rsrN(
            "empty",
            (self, cell, payload) -> {
              check(payload.size() == 0, "the size of an empty payload");
              receiver.bare(self, cell);
            });
    bytes =
        type.rsrN("bytes", (self, cell, payload) -> receiver.handle(self, cell, checked(payload)));
    allWords = type.rsr1("all words", (self, cell, tag) -> receiver.broadcast(self, cell, tag));
    allBytes =
        type.rsrN(
            "all bytes", (self, cell, payload) -> receiver.broadcast(self, cell, checked(payload)));
    value =
        type.rsrObject(
            "value",
            VALUE,
            (self, cell, it) -> {
              check(it);
              receiver.handle(self, cell, it.tag());
            });
    call =
        type.call(
            "call",
            VALUE,
            ANSWER,
            (self, cell, it) -> {
              check(it);
              return receiver.handle(self, cell, it.tag());
            });
    then = type.rsrObject("then", ANSWER, receiver::answered);
    unpin = type.rsr0("unpin", receiver::unpin);
    repeat = type.rsr0("repeat", receiver::repeat);
    end = type.rsr0("end", (self, cell) -> self.destroy());
    type.undelivered((message, reason) -> {
      Violation.unless(reason == Undelivered.Reason.DEAD, "%s: %s", reason, message);
      receiver.undelivered(message, tag(message));
    });
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what + " is wrong");
    }
  }

  // What messages hold.

  private static byte[] payload(Node node, long tag, int bytes) {
    var all = new byte[HEADER + bytes];
    MemorySegment.ofArray(all).set(WORD, 0, tag);
    for (int i = 0; i < bytes; i++) {
      all[HEADER + i] = Numbers.at(node.key, i);
    }
    return all;
  }

  private long checked(Frame payload) {
    long tag = payload.getLong(0);
    Node node = receiver.node(tag);
    byte[] all = payload.toByteArray();
    check(all.length == HEADER + length(node), "the size of message " + node.id);
    for (int i = HEADER; i < all.length; i++) {
      check(all[i] == Numbers.at(node.key, i - HEADER), "byte " + i + " of message " + node.id);
    }
    return tag;
  }

  /// The bytes behind the tag: whole words, for arrays of them.
  private static int length(Node node) {
    boolean words = node.way == Plan.Way.LONGS || node.way == Plan.Way.DOUBLES;
    return words ? node.bytes & ~7 : node.bytes;
  }

  private static Value value(Node node, long tag) {
    var all = new byte[node.bytes];
    for (int i = 0; i < all.length; i++) {
      all[i] = Numbers.at(node.key, i);
    }
    return new Value(tag, "ä" + node.key, all);
  }

  private void check(Value value) {
    Node node = receiver.node(value.tag);
    check(value.text.equals("ä" + node.key), "the text of message " + node.id);
    check(value.bytes.length == node.bytes, "the size of message " + node.id);
    for (int i = 0; i < node.bytes; i++) {
      check(value.bytes[i] == Numbers.at(node.key, i), "byte " + i + " of message " + node.id);
    }
  }

  /// The tag in the payload of an undelivered message; −1 if there is none.
  private static long tag(Undelivered.Message message) {
    MemorySegment payload = MemorySegment.ofArray(message.payload());
    return switch (message.request()) {
      case "words1", "words2", "words3", "bytes", "all words", "all bytes" -> payload.get(WORD, 0);
      case "value", "call" ->
          new weft.codec.Reader().wrap(payload, 0, payload.byteSize()).readWhole(VALUE).tag();
      default -> -1;
    };
  }

  // Sending.

  /// Sends `node` to one object. `self` is the object whose handler runs, or null in the context of
  /// a rank; then calls go by `completion`.
  void send(Node node, MobilePointer<Cell> to, long tag, Sender sender) {
    switch (node.way) {
      case WORDS0 -> words0.send(to);
      case WORDS1 -> words1.send(to, tag);
      case WORDS2 -> words2.send(to, tag, Numbers.mix(tag));
      case WORDS3 -> {
        long now = System.nanoTime();
        words3.send(to, tag, Numbers.mix(tag ^ now), now);
      }
      case EMPTY -> empty.send(to, new byte[0]);
      case BYTES -> bytes.send(to, payload(node, tag, node.bytes));
      case SEGMENT -> {
        var padded = new byte[3 + HEADER + node.bytes + 5];
        System.arraycopy(payload(node, tag, node.bytes), 0, padded, 3, HEADER + node.bytes);
        bytes.send(to, MemorySegment.ofArray(padded), 3, HEADER + node.bytes);
      }
      case LONGS -> {
        var longs = new long[(HEADER + length(node)) / 8];
        MemorySegment.copy(
            MemorySegment.ofArray(payload(node, tag, length(node))),
            0,
            MemorySegment.ofArray(longs),
            0,
            8L * longs.length);
        bytes.send(to, longs);
      }
      case DOUBLES -> {
        var doubles = new double[(HEADER + length(node)) / 8];
        MemorySegment.copy(
            MemorySegment.ofArray(payload(node, tag, length(node))),
            0,
            MemorySegment.ofArray(doubles),
            0,
            8L * doubles.length);
        bytes.send(to, doubles);
      }
      case VALUE -> value.send(to, value(node, tag));
      case CALL -> sender.call(this, to, value(node, tag));
      case SECTION, ALL_WORDS, ALL_BYTES -> throw new IllegalArgumentException("" + node.way);
    }
  }

  /// Makes calls, which differ between objects and ranks.
  interface Sender {
    void call(Requests requests, MobilePointer<Cell> to, Value argument);
  }

  void callBy(Self<Cell> self, MobilePointer<Cell> to, Value argument, Requests callers) {
    call.call(to, argument, self, callers.then);
  }

  void callBy(Completion completion, MobilePointer<Cell> to, Value argument) {
    call.call(to, argument, completion);
  }

  Answer callSync(MobilePointer<Cell> to, Node node, long tag) {
    return call.callSync(to, value(node, tag));
  }

  void send(Node node, MobileSection<Cell> to, long tag) {
    if (node.id % 2 == 0) {
      words1.broadcast(to, tag);
    } else {
      words2.broadcast(to, tag, Numbers.mix(tag));
    }
  }

  void send(Node node, MobileArray<Cell> to, long tag) {
    if (node.way == Plan.Way.ALL_WORDS) {
      allWords.broadcast(to, tag);
    } else {
      allBytes.broadcast(to, MemorySegment.ofArray(payload(node, tag, node.bytes)));
    }
  }

  void unpin(MobilePointer<Cell> to) {
    unpin.send(to);
  }

  void again(Self<Cell> self) {
    self.again(repeat);
  }

  void end(MobilePointer<Cell> to) {
    end.send(to);
  }
}
