// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An object that is here, with all that travels with it.
public final class Resident {
  private static final Object NO_STATE = new Object();

  /// Nanoseconds from which on the clock costs little beside a handler.
  private static final int SHORT = 1_000;

  /// So many short handlers in a row, and only one of [#STRIDE] is timed. An object with one long
  /// handler after several short ones is timed always: a sample would often miss the long one.
  private static final int SURELY_SHORT = 64;

  private static final int STRIDE = 16;

  final ObjectPlace place;
  final int type;
  private Object state;

  /// How often it has moved, and how often it has been announced: only ever more.
  long epoch;

  /// The next number of each sender's messages to this object.
  final LongMap expect;

  /// The next number of this object's messages to each object.
  final LongMap next;

  /// Messages that came too early; null while there are none.
  @Nullable HeldMail held;

  /// How often it has contributed to each reduction.
  final LongMap rounds;

  @Nullable Mailbox mail;
  private int pins;
  private @Nullable Object pointer;

  /// Where it goes when it may, or −1.
  int leavingTo = -1;

  boolean dying;
  boolean running;
  boolean ready;
  @Nullable Resident nextReady;

  /// Nanoseconds that its handlers have taken since loads were last asked for.
  private double load;

  /// What [#load] was when it was last cleared.
  private double loadBefore;

  /// Messages until the next one whose time is taken.
  private int untilSample;

  /// How many messages the next timed one stands for.
  private int stride = 1;

  /// Timed messages since the last one that took [#SHORT] or more.
  private int shortOnes;

  Resident(ObjectPlace place, int type, Object state, long epoch) {
    this(place, type, new LongMap(), new LongMap(), new LongMap(), epoch);
    this.state = state;
  }

  /// One whose state follows: [#setState].
  Resident(ObjectPlace place, int type, LongMap expect, LongMap next, LongMap rounds, long epoch) {
    this.rounds = rounds;
    this.place = place;
    this.type = type;
    this.state = NO_STATE;
    this.expect = expect;
    this.next = next;
    this.epoch = epoch;
  }

  /// Its word.
  public long word() {
    return place.word;
  }

  /// The number of its type.
  public int type() {
    return type;
  }

  /// The user's object.
  public Object state() {
    return state;
  }

  /// Replaces the user's object.
  public void setState(Object state) {
    this.state = state;
  }

  /// How often it has contributed to `reduction` before; it does once more.
  public long nextRound(int reduction) {
    return rounds.next(reduction);
  }

  /// How many messages wait for it.
  public int waiting() {
    return mail == null ? 0 : mail.count();
  }

  /// The bytes of the messages that wait for it.
  public long waitingBytes() {
    return mail == null ? 0 : mail.bytes();
  }

  /// Whether it is to go elsewhere, or to end.
  public boolean isLeaving() {
    return leavingTo >= 0;
  }

  /// Whether it ends when its handler returns.
  public boolean isDying() {
    return dying;
  }

  /// Whether its handler runs now.
  public boolean isRunning() {
    return running;
  }

  /// What users hold for it, once they have asked.
  public @Nullable Object pointer() {
    return pointer;
  }

  /// Sets what users hold for it.
  public void setPointer(Object pointer) {
    this.pointer = pointer;
  }

  /// It goes to `target` when it may; −1 for nowhere.
  public void leaveTo(int target) {
    leavingTo = target;
  }

  /// Where it is to go, or −1.
  public int leavingTo() {
    return leavingTo;
  }

  /// It ends when its handler returns.
  public void die() {
    dying = true;
  }

  /// The messages that wait for it; there are some.
  public Mailbox mail() {
    return Objects.requireNonNull(mail);
  }

  /// Adds `pins` to what keeps it here.
  public void pin(int pins) {
    this.pins += pins;
  }

  /// How many pins keep it here.
  public int pins() {
    return pins;
  }

  /// Nanoseconds that its handlers have taken.
  public double load() {
    return load;
  }

  /// Handlers took this much more.
  public void addLoad(double nanos) {
    load += nanos;
  }

  /// Loads are counted from 0 again.
  public void clearLoad() {
    loadBefore = load;
    load = 0;
  }

  /// Nanoseconds that its handlers had taken when loads were last counted from 0.
  public double loadBefore() {
    return loadBefore;
  }

  /// Whether the time of this message is to be taken: where handlers are short, every sixteenth is.
  public boolean isSampled() {
    return --untilSample < 0;
  }

  /// A handler whose time was to be taken took `nanos`; it stands for those before it that were not
  /// timed.
  public void sampled(long nanos) {
    load += (double) stride * nanos;
    shortOnes = nanos < SHORT ? shortOnes + 1 : 0;
    stride = shortOnes >= SURELY_SHORT ? STRIDE : 1;
    untilSample = stride - 1;
  }

  HeldMail held() {
    if (held == null) {
      held = new HeldMail();
    }
    return held;
  }

  /// How many messages wait for it, or for an earlier one of their sender.
  int waitingAndHeld() {
    return waiting() + (held == null ? 0 : held.count());
  }
}
