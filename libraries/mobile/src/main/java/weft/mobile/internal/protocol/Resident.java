// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.mobile.residence.KeptObject;

/// An object that is on this rank, with everything that moves with it. Its state may be elsewhere
/// ([weft.mobile.residence.ObjectKeeper]).
public final class Resident implements KeptObject {
  private static final Object ABSENT = new Object();

  /// Handlers that take fewer nanoseconds are short: timing each would be expensive.
  private static final int SHORT = 1_000;

  /// After this many short handlers in a row, only one handler of [#STRIDE] is timed. A smaller
  /// number would often miss a long handler that follows several short ones.
  private static final int SURELY_SHORT = 64;

  private static final int STRIDE = 16;

  final ObjectPlace place;
  final int type;
  private Object state;

  /// The number of moves, which orders reports about the object's rank. It never decreases.
  long epoch;

  /// Per sender: the number of its next message to this object.
  final LongMap expect;

  /// Per object: the number of this object's next message to it.
  final LongMap next;

  /// Whether the message numbers are known: not while an element waits for its home to accept it.
  boolean accepted = true;

  /// Messages that arrived too early; null if there are none.
  @Nullable HeldMail held;

  /// Where this object is in the reductions over its array.
  final MemberRounds rounds;

  /// The epoch in which this object began. It distinguishes the elements that had one index.
  long birth;

  @Nullable Mailbox mail;
  private int pins;
  private @Nullable Object pointer;
  private @Nullable Object record;

  /// The rank to which the object moves as soon as it may, or −1.
  int leavingTo = -1;

  boolean dying;
  boolean running;
  boolean ready;
  @Nullable Resident nextReady;

  /// The requests whose handlers run once more; null if there were none.
  @Nullable RepeatedRequests repeats;

  /// Whether the object is in the two parts of [RepeatQueue].
  boolean waitsToRepeat;

  boolean waitsAbsent;

  /// Nanoseconds that handlers of this object took since loads were last cleared.
  private double load;

  /// The value of [#load] when it was last cleared.
  private double loadBefore;

  /// The load that the type gave when the state was last here.
  private double keptLoad;

  /// The number of messages until the next one that is timed.
  private int untilSample;

  /// The number of messages that the next timed one represents.
  private int stride = 1;

  /// The number of timed messages since the last one that took [#SHORT] or more.
  private int shortOnes;

  Resident(ObjectPlace place, int type, Object state, MemberRounds rounds) {
    this(place, type, new LongMap(), new LongMap(), rounds, 0);
    this.state = state;
  }

  /// Creates a resident whose state is set later by [#setState].
  Resident(
      ObjectPlace place, int type, LongMap expect, LongMap next, MemberRounds rounds, long epoch) {
    this.rounds = rounds;
    this.place = place;
    this.type = type;
    this.state = ABSENT;
    this.expect = expect;
    this.next = next;
    this.epoch = epoch;
  }

  @Override
  public long word() {
    return place.word;
  }

  @Override
  public int type() {
    return type;
  }

  /// The user's object, if it is present.
  public Object state() {
    return state;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // one object that stands for none
  public boolean isPresent() {
    return state != ABSENT;
  }

  /// Takes the user's object out of memory.
  public void leaveState() {
    state = ABSENT;
  }

  @Override
  public boolean isIdle() {
    return !running && pins == 0 && accepted && !dying && leavingTo < 0;
  }

  @Override
  public boolean isPinned() {
    return accepted && pins > 0; // until it is accepted, the protocol pins it
  }

  @Override
  public @Nullable Object record() {
    return record;
  }

  @Override
  public void setRecord(@Nullable Object record) {
    this.record = record;
  }

  /// Replaces the user's object.
  public void setState(Object state) {
    this.state = state;
  }

  /// Where the object is in the reductions over its array.
  public MemberRounds rounds() {
    return rounds;
  }

  /// A number that is greater than that of all earlier elements of the same index.
  public long birth() {
    return birth;
  }

  /// Begins as an element whose home has accepted it. The numbers of its index go on.
  void begin(long epoch, Streams past) {
    accepted = true;
    this.epoch = epoch;
    birth = epoch;
    past.expect().forEach(expect::set);
    past.next().forEach(next::set);
  }

  @Override
  public int waiting() {
    return mail == null ? 0 : mail.count();
  }

  /// The bytes of the messages in memory that wait for the object.
  public long waitingBytes() {
    return mail == null ? 0 : mail.bytes();
  }

  /// Whether some of these messages are in a store.
  public boolean hasStoredMail() {
    return mail != null && mail.isStored();
  }

  /// Returns whether the object is to move to another rank.
  public boolean isLeaving() {
    return leavingTo >= 0;
  }

  /// Returns whether the object ends when its handler returns.
  public boolean isDying() {
    return dying;
  }

  /// Returns whether a handler of the object is running.
  public boolean isRunning() {
    return running;
  }

  /// The user's pointer to the object, if one was made.
  public @Nullable Object pointer() {
    return pointer;
  }

  /// Sets the user's pointer to the object.
  public void setPointer(Object pointer) {
    this.pointer = pointer;
  }

  /// Makes the object move to `target` as soon as it may; −1 cancels the move.
  public void leaveTo(int target) {
    leavingTo = target;
  }

  /// The rank to which the object moves, or −1.
  public int leavingTo() {
    return leavingTo;
  }

  /// Makes the object end when its handler returns.
  public void die() {
    dying = true;
  }

  /// The messages that wait for the object. There must be at least one.
  public Mailbox mail() {
    return Objects.requireNonNull(mail);
  }

  /// Adds `pins` pins, or removes pins if the number is negative.
  public void pin(int pins) {
    this.pins += pins;
  }

  /// The number of pins.
  public int pins() {
    return pins;
  }

  /// Nanoseconds that handlers of this object took since the last [#clearLoad].
  public double load() {
    return load;
  }

  /// Adds the time of a handler.
  public void addLoad(double nanos) {
    load += nanos;
  }

  /// Keeps the load that the type gives while the object is absent.
  public void keepLoad(double load) {
    keptLoad = load;
  }

  /// The load of [#keepLoad].
  public double keptLoad() {
    return keptLoad;
  }

  /// Starts to count the load from 0 again.
  public void clearLoad() {
    loadBefore = load;
    load = 0;
  }

  /// Nanoseconds that handlers of this object had taken at the last [#clearLoad].
  public double loadBefore() {
    return loadBefore;
  }

  /// Returns whether to time this message's handler. If handlers are short, only one of [#STRIDE]
  /// is timed.
  public boolean isSampled() {
    return --untilSample < 0;
  }

  /// Adds the time of a handler that was timed. It also counts for the preceding ones that were
  /// not.
  public void sampled(long nanos) {
    load += (double) stride * nanos;
    shortOnes = nanos < SHORT ? shortOnes + 1 : 0;
    stride = shortOnes >= SURELY_SHORT ? STRIDE : 1;
    untilSample = stride - 1;
  }

  /// Is told of a message that has not arrived, though a later one of its sender has.
  @FunctionalInterface
  public interface Missing {
    /// Message `number` of `sender` to `object` is missing.
    void handle(long sender, long number, long object);
  }

  /// Passes each missing message that others wait for to `action`.
  public void forEachMissing(Missing action) {
    HeldMail held = this.held;
    if (held != null && accepted) {
      for (long sender : held.senders()) {
        action.handle(sender, expect.get(sender), place.word);
      }
    }
  }

  HeldMail held() {
    if (held == null) {
      held = new HeldMail();
    }
    return held;
  }

  /// The number of requests whose handlers are to run once more.
  public int repeats() {
    return repeats == null ? 0 : repeats.count();
  }

  /// The number of messages that wait for this object, including held ones.
  int waitingAndHeld() {
    return waiting() + (held == null ? 0 : held.count());
  }
}
