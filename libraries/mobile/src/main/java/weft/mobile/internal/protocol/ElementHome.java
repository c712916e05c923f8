// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a home does for the array elements that are assigned to it. It accepts or refuses
/// insertions, and keeps messages for elements that are not inserted yet.
///
/// An index may be inserted again after the first quiescence that follows the end of its element.
/// Then every message that was sent before has been handled or is undelivered. The numbers of
/// messages go on, so the home keeps them while the index has no element. A quiet point discards
/// them, and with them all that is known of an index that is free and for which no message waits.
///
/// A rank that waits for quiescence cannot know at once whether an arriving message was sent before
/// or after it, because another rank may already have left. If that matters, the home keeps the
/// message until it knows: when this rank reports its counts again, the message was sent before;
/// when quiescence is found first, it was sent after ([Wire#reports]).
final class ElementHome {
  /// An action that depends on which side of a quiescence it is.
  private record Doubt(long report, Runnable action) {}

  private final Wire wire;
  private final Hosting hosting;
  private final Router router;
  private final Clutter clutter;
  private final RouterCounts counts;
  private final int rank;

  /// Elements that have ended since the last quiescence.
  private final List<ObjectPlace> ended = new ArrayList<>();

  private final ArrayDeque<Doubt> doubts = new ArrayDeque<>();
  private boolean quiescing;

  ElementHome(Wire wire, Hosting hosting, Router router, Clutter clutter) {
    this.wire = wire;
    this.hosting = hosting;
    this.router = router;
    this.clutter = clutter;
    this.counts = router.counts();
    this.rank = wire.rank();
  }

  // Quiescence.

  boolean isQuiescing() {
    return quiescing;
  }

  void quiescing(boolean quiescing) {
    this.quiescing = quiescing;
  }

  /// Frees the indexes of elements that ended before this quiescence. What is still in doubt was
  /// caused after it.
  void quiescent() {
    quiescing = false;
    long last = wire.reports();
    if (ended.isEmpty() && doubts.isEmpty()) {
      return;
    }
    ended.removeIf(place -> {
      place.free = place.endedAt < last;
      return place.free;
    });
    while (!doubts.isEmpty()) {
      decideFirst();
    }
  }

  boolean hasDoubts() {
    return !doubts.isEmpty();
  }

  /// Decides what arrived before this rank's last report: no quiescence has been found since.
  void decide() {
    while (!doubts.isEmpty() && doubts.element().report < wire.reports()) {
      decideFirst();
    }
  }

  private void decideFirst() {
    Doubt doubt = doubts.remove();
    doubt.action.run();
    wire.happened(1); // after what it sends, which may wait and answer questions about counts
  }

  /// Runs `action` when it is known whether it is before or after a quiescence.
  void defer(Runnable action) {
    wire.expect(1);
    doubts.add(new Doubt(wire.reports(), action));
  }

  /// Whether it is not known yet if the index of an ended element may be inserted again.
  private boolean isInDoubt(ObjectPlace place) {
    return quiescing && isBlocked(place);
  }

  /// Whether the last element of the index has ended, and no quiescence has followed.
  private static boolean isBlocked(ObjectPlace place) {
    return place.isDead() && !place.free;
  }

  // Insertion and end.

  /// Another rank has inserted an element.
  void claim(ObjectPlace place, int source) {
    if (isInDoubt(place)) {
      defer(() -> claimNow(place, source));
    } else {
      claimNow(place, source);
    }
  }

  private void claimNow(ObjectPlace place, int source) {
    Streams past = take(place, source);
    place.location = source;
    router.grant(source, place, past);
    entered(place);
  }

  /// This rank inserts an element.
  void insert(ObjectPlace place, Resident object) {
    if (isInDoubt(place)) {
      defer(() -> insertNow(place, object));
    } else {
      insertNow(place, object);
    }
  }

  private void insertNow(ObjectPlace place, Resident object) {
    Streams past = take(place, rank);
    object.begin(place.epoch, past);
    router.settle(object, true);
    entered(place);
  }

  /// Refuses an insertion by this rank that is known to be wrong.
  void checkInsertion(ObjectPlace place) {
    if (!isInDoubt(place)) {
      check(place, rank);
    }
  }

  private void check(ObjectPlace place, int source) {
    if (isBlocked(place)) {
      throw hosting.insertedTooEarly(place.word, source);
    }
    if (!place.isDead() && (place.here != null || place.location != rank)) {
      throw hosting.insertedTwice(place.word, source, place.location);
    }
  }

  /// Takes the index for an element that `source` inserts, and returns its message numbers.
  private Streams take(ObjectPlace place, int source) {
    check(place, source);
    if (place.isDead()) {
      clutter.used();
    }
    @Nullable Streams past = place.past;
    place.past = null;
    place.free = false;
    place.epoch++;
    return past == null ? new Streams() : past;
  }

  private void entered(ObjectPlace place) {
    hosting.member(place.word, true);
    List<EarlyMessage> early = place.early;
    if (early == null) {
      return;
    }
    place.early = null;
    for (EarlyMessage it : early) {
      counts.early--;
      hosting.kept(-1, -it.message().length);
      router.deliver(place, it.memory(), 0, it.message().length);
    }
  }

  /// An element has ended, here or on another rank.
  void ended(ObjectPlace place, long epoch, Streams past) {
    place.location = ObjectPlace.DEAD;
    place.epoch = epoch;
    place.past = past;
    place.endedAt = wire.reports();
    place.free = false;
    ended.add(place);
    clutter.ended();
    hosting.member(place.word, false);
  }

  // Checkpoints.

  /// An element had ended before the state was saved.
  void restoreEnded(ObjectPlace place, long epoch, boolean free) {
    place.location = ObjectPlace.DEAD;
    place.epoch = epoch;
    place.past = null;
    place.endedAt = wire.reports() - 1;
    place.free = free;
    if (!free) {
      ended.add(place);
    }
  }

  /// A message for an element that was not inserted had arrived before the state was saved.
  void restoreEarly(ObjectPlace place, byte[] message) {
    keep(place, message);
  }

  /// Forgets what this run has begun with.
  void clear() {
    ended.clear();
  }

  // Messages for elements that are nowhere.

  void stop(ObjectPlace place, MemorySegment memory, long at, long bytes) {
    if (!isBlocked(place)) {
      keep(place, Copies.bytes(memory, at, bytes));
    } else if (quiescing) {
      byte[] message = Copies.bytes(memory, at, bytes);
      hosting.kept(1, bytes);
      defer(() -> {
        hosting.kept(-1, -bytes);
        if (isBlocked(place)) {
          undelivered(place, MemorySegment.ofArray(message), 0, bytes);
        } else if (place.isDead()) {
          keep(place, message);
        } else {
          router.deliver(place, MemorySegment.ofArray(message), 0, bytes);
        }
      });
    } else {
      undelivered(place, memory, at, bytes);
    }
  }

  private void keep(ObjectPlace place, byte[] message) {
    if (place.early == null) {
      place.early = new ArrayList<>();
    }
    place.early.add(new EarlyMessage(message, wire.reports()));
    counts.early++;
    hosting.kept(1, message.length);
  }

  /// Discards the message numbers of an index at a quiet point, after which all senders begin again
  /// with 0. Messages that wait for an element here get the numbers before: −1 is the last one of
  /// each sender.
  void forget(ObjectPlace place) {
    place.past = null;
    if (place.early == null) {
      return;
    }
    // Per sender: its first and its last number here. It has sent all numbers between them.
    var spans = new HashMap<Long, long[]>();
    for (EarlyMessage it : place.early) {
      long number = MailLayout.word(it.memory(), 0, 3);
      long[] span = spans.computeIfAbsent(it.sender(), sender -> new long[] {number, number});
      span[0] = Math.min(span[0], number);
      span[1] = Math.max(span[1], number);
    }
    for (EarlyMessage it : place.early) {
      MemorySegment message = it.memory();
      long last = Objects.requireNonNull(spans.get(it.sender()))[1];
      MailLayout.setNumber(message, 0, MailLayout.word(message, 0, 3) - last - 1);
    }
    var past = new Streams();
    spans.forEach((sender, span) -> past.expect().set(sender, span[0] - span[1] - 1));
    place.past = past;
  }

  private void undelivered(ObjectPlace place, MemorySegment memory, long at, long bytes) {
    if (place.past == null) {
      place.past = new Streams();
    }
    place.past.expect().next(MailLayout.word(memory, at, 2));
    router.undelivered(place, memory, at, bytes);
  }
}
