// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.function.IntUnaryOperator;
import weft.codec.Reader;
import weft.codec.Writer;

/// Sends and receives objects. The encoding holds the word, type and epoch, the message numbers of
/// both directions, the reduction rounds, held messages, mail, and the requests to run once more.
/// The state is last, encoded by the user's codec.
final class ArrivingObjects {
  /// Bits that say which parts follow.
  private static final int MAIL = 1;

  private static final int REPEATS = 2;

  private final Wire wire;
  private final StateHosting states;

  /// Several are in use if a handler moves an object while a send of the body waits.
  private final ArrayDeque<Writer> writers = new ArrayDeque<>();

  ArrivingObjects(Wire wire, StateHosting states) {
    this.wire = wire;
    this.states = states;
  }

  static long keptBytes(Resident object) {
    long bytes = 0;
    Mailbox mail = object.mail;
    if (mail != null) {
      bytes = mail.payloads();
    }
    HeldMail held = object.held;
    return held == null ? bytes : bytes + held.bytes();
  }

  /// Encodes and sends an object. `left` runs after encoding, when nothing can fail any more, and
  /// before sending.
  void send(int target, Resident object, long epoch, Runnable left) {
    Writer out = writers.isEmpty() ? new Writer() : writers.pop();
    try {
      write(object, epoch, out);
      states.encode(object, target, out);
      left.run();
      wire.install(target, out.memory(), out.size());
    } finally {
      out.clear();
      writers.push(out);
    }
  }

  /// Writes all that goes with an object but its state, which follows.
  static void write(Resident object, long epoch, Writer out) {
    out.writeLong(object.word());
    out.writeInt(object.type);
    out.writeLong(epoch);
    out.writeLong(object.birth);
    object.expect.write(out);
    object.next.write(out);
    object.rounds.write(out);
    HeldMail held = object.held;
    out.writeBoolean(held != null);
    if (held != null) {
      held.write(out);
    }
    Mailbox mail = object.mail;
    boolean hasMail = mail != null && mail.count() > 0;
    RepeatedRequests repeats = object.repeats;
    boolean repeating = repeats != null && repeats.count() > 0;
    out.writeByte((byte) ((hasMail ? MAIL : 0) | (repeating ? REPEATS : 0)));
    if (mail != null && hasMail) {
      mail.write(out);
    }
    if (repeats != null && repeating) {
      repeats.write(out);
    }
  }

  Resident read(int source, MemorySegment memory, long at, long bytes, Directory directory) {
    Reader in = new Reader().wrap(memory, at, bytes);
    Resident object = read(in, directory, IntUnaryOperator.identity());
    states.receive(object, source, in);
    return object;
  }

  /// Reads what [#write] wrote. The state follows.
  ///
  /// @param types the number here of each type there
  static Resident read(Reader in, Directory directory, IntUnaryOperator types) {
    long word = in.readLong();
    int type = in.readInt();
    long epoch = in.readLong();
    long birth = in.readLong();
    var expect = new LongMap();
    expect.read(in);
    var next = new LongMap();
    next.read(in);
    var rounds = new MemberRounds();
    rounds.read(in);
    var object =
        new Resident(directory.get(word), types.applyAsInt(type), expect, next, rounds, epoch);
    object.birth = birth;
    if (in.readBoolean()) {
      object.held().read(in);
    }
    int parts = in.readByte();
    if ((parts & MAIL) != 0) {
      var mail = new Mailbox();
      mail.read(in);
      object.mail = mail;
    }
    if ((parts & REPEATS) != 0) {
      var repeats = new RepeatedRequests();
      repeats.read(in);
      object.repeats = repeats;
    }
    return object;
  }

  /// Tells `home` that an element has ended, and passes the message numbers of its index.
  void sendEnd(int home, ObjectPlace place, Streams past) {
    sendStreams(home, place, false, past);
  }

  /// Accepts an element that `target` has inserted, and passes the message numbers of its index.
  void sendGrant(int target, ObjectPlace place, Streams past) {
    sendStreams(target, place, true, past);
  }

  private void sendStreams(int target, ObjectPlace place, boolean granted, Streams past) {
    Writer out = writers.isEmpty() ? new Writer() : writers.pop();
    try {
      out.writeLong(place.word);
      out.writeLong(place.epoch);
      out.writeBoolean(granted);
      past.write(out);
      wire.streams(target, out.memory(), out.size());
    } finally {
      out.clear();
      writers.push(out);
    }
  }
}
