// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.transport.Transport;
import weft.transport.Waits;
import weft.transport.YieldPolicy;

/// The waits of a rank: it polls for a while, then yields, then sleeps until woken. Status reports
/// say in which call it waits, for which rank, and since when.
public class Waiting {
  /// The maximum length of a sleep. It is the backstop of the wake-up protocol, and the delay until
  /// a change by another thread is seen.
  private static final long SLEEP_NANOS = 10_000_000;

  /// The maximum after [#NAPS] sleeps without a message. Many ranks that wait for long must not
  /// keep waking up.
  private static final long LONG_SLEEP_NANOS = 100_000_000;

  private static final int NAPS = 100;

  /// The time after which a wait is long; the next reports follow after twice that, and so on up to
  /// the maximum. A report of who waits where after one second should already contain what they
  /// announced.
  private static final long LONG_NANOS = 500_000_000;

  private static final long MOST_LONG_NANOS = 60_000_000_000L;

  /// The number of unsuccessful polls of a program's loop between two readings of the clock; a
  /// power of two.
  private static final int POLLS_BETWEEN_LOOKS = 1024;

  /// Another reason to wake a sleeping rank: room in an outbox that something waits for.
  @FunctionalInterface
  public interface Rooms {
    /// Requests a wake-up when there is room, and returns whether there is some already.
    boolean requestWakes();
  }

  private final Transport transport;
  private final Waits waits;
  private final List<Rooms> rooms = new ArrayList<>();
  private final List<Runnable> whenLong = new ArrayList<>();
  private final YieldPolicy policy;

  private volatile @Nullable String call;
  private String name = "";
  private int target;
  private long since;
  private final Length length = new Length();

  /// The wait of the body inside which a step of an object waits, or null.
  private volatile @Nullable String outerCall;

  private String outerName = "";
  private int outerTarget;
  private long outerSince;

  /// The number of unsuccessful polls in a loop of the program since `completed` handlers had run.
  private final Length ofPolls = new Length();

  private long completed = -1;

  private int idle;

  /// The time at which this wait stops yielding; 0 before its first yield.
  private long yieldUntil;

  private boolean announced;
  private boolean interrupted;
  private int naps;
  private boolean lingered;
  private long lingerUntil;
  private long sleeps;

  /// The time at which the clock was first read while this rank was idle, or 0 if it is not; and
  /// the last reading since. Time that a handler takes after that is not idle time.
  private long idleSince;

  private long idleUntil;
  private long idleNanos;

  /// The waits of the rank of `transport`.
  public Waiting(Transport transport) {
    this.transport = transport;
    this.waits = transport.waits();
    this.policy = new YieldPolicy(waits);
  }

  /// The time in nanoseconds, by the clock of this rank's transport.
  public long nanoTime() {
    return waits.nanoTime();
  }

  /// Begins a wait in `call` (of the request `name`, if not empty) for `target`, or for no
  /// particular rank if it is −1.
  public void begin(String call, String name, int target) {
    if (this.call != null) {
      nest();
    }
    this.name = name;
    this.target = target;
    this.since = 0;
    this.idle = 0;
    this.yieldUntil = 0;
    this.naps = 0;
    this.call = call;
  }

  /// A step of an object, run by a wait of the body, waits for room itself. The outer wait resumes
  /// when the inner one has ended.
  private void nest() {
    wakeUp();
    endIdle();
    outerCall = call;
    outerName = name;
    outerTarget = target;
    outerSince = since;
  }

  /// Whether a step of an object waits inside a wait of the body.
  boolean isNested() {
    return outerCall != null;
  }

  /// Adds a part that may wait for room.
  public void addRooms(Rooms room) {
    rooms.add(room);
  }

  /// Runs `action` in a wait that has lasted for half a second, and again after 1, 2, 4, 8 …
  /// seconds, and finally each minute. A loop over polls without messages counts as a wait. The
  /// action must not wait itself. A rank that has not slept yet does not read the clock for it.
  public void whenLong(Runnable action) {
    whenLong.add(action);
  }

  /// Pauses between two polls. The last poll handled `did` messages and tasks.
  public void pause(int did) {
    if (did > 0) {
      idle = 0;
      yieldUntil = 0;
      naps = 0;
      policy.arrived();
      wakeUp();
      endIdle();
    } else if (++idle > policy.polls()) {
      yieldOrRest();
    }
  }

  private void yieldOrRest() {
    if (yieldUntil == 0) {
      long now = waits.nanoTime();
      noteIdle(now);
      yieldUntil = policy.mayYield() ? now + policy.patience() : now;
    } else if (!policy.foundNothing()) {
      yieldUntil = idleUntil;
    }
    if (idleUntil < yieldUntil) {
      noteIdle(policy.yieldProcessor());
    } else {
      rest();
    }
  }

  private void noteIdle(long now) {
    if (idleSince == 0) {
      idleSince = now;
    }
    idleUntil = now;
  }

  private void endIdle() {
    if (idleSince != 0) {
      idleNanos += idleUntil - idleSince;
      idleSince = 0;
    }
  }

  private void rest() {
    if (!announced) {
      long now = waits.nanoTime();
      noteIdle(now);
      noteBegin(now);
      announced = true;
      lingered = false;
      lingerUntil = now + waits.lingerNanos();
      transport.prepareSleep();
      if (isRoom()) {
        wakeUp();
      }
      return;
    }
    if (!lingered) {
      // Only a poll that begins after the linger may be the last one. The previous poll may have
      // been too early, if the rank has lost its processor since. Hence one more round.
      lingered = waits.nanoTime() >= lingerUntil;
      if (!lingered && policy.sharesProcessor()) {
        waits.yieldProcessor();
      }
      return;
    }
    sleeps++;
    // An interrupted thread neither parks nor selects, so the interrupt is kept until the wait is
    // over.
    interrupted |= Thread.interrupted();
    long began = waits.nanoTime();
    waits.sleep(++naps <= NAPS ? SLEEP_NANOS : LONG_SLEEP_NANOS);
    wakeUp();
    long now = waits.nanoTime();
    policy.slept(now - began);
    noteIdle(now);
    endure(now);
  }

  /// Requests a wake-up from every part when there is room, and returns whether there is some
  /// already.
  private boolean isRoom() {
    boolean room = false;
    for (int i = 0; i < rooms.size(); i++) {
      room |= rooms.get(i).requestWakes();
    }
    return room;
  }

  private void noteBegin(long now) {
    if (since == 0) {
      since = now;
      length.begin(now);
    }
  }

  private void endure(long now) {
    if (length.isDue(now)) {
      whenLong.forEach(Runnable::run);
    }
  }

  /// Called after an unsuccessful poll of the program, because a loop over polls is a wait too. The
  /// rank has polled `polls` times and completed `completed` handlers and tasks. Returns 0, the
  /// work of the poll.
  public int idled(long polls, long completed) {
    if ((polls & (POLLS_BETWEEN_LOOKS - 1)) == 0) {
      look(completed);
    }
    return 0;
  }

  private void look(long completed) {
    long now = waits.nanoTime();
    if (completed != this.completed) {
      this.completed = completed;
      ofPolls.begin(now);
    } else if (ofPolls.isDue(now)) {
      whenLong.forEach(Runnable::run);
    }
  }

  /// A duration in steps. Each step ends twice as far from the beginning as the previous one, and
  /// at most a minute after it.
  private static final class Length {
    private long began;
    private long due;

    void begin(long now) {
      began = now;
      due = LONG_NANOS;
    }

    /// Whether the next step is over; true once for each step.
    boolean isDue(long now) {
      if (now - began < due) {
        return false;
      }
      due += Math.min(due, MOST_LONG_NANOS);
      return true;
    }
  }

  private void wakeUp() {
    if (announced) {
      announced = false;
      transport.awake();
    }
  }

  /// The policy by which this rank yields.
  public YieldPolicy policy() {
    return policy;
  }

  public void end() {
    policy.arrived();
    wakeUp();
    endIdle();
    if (outerCall != null) {
      name = outerName;
      target = outerTarget;
      since = outerSince;
      idle = 0;
      yieldUntil = 0;
      call = outerCall;
      outerCall = null;
      return;
    }
    if (interrupted) {
      interrupted = false;
      Thread.currentThread().interrupt();
    }
    call = null;
  }

  /// The call in which the rank waits, or null while it does not.
  public @Nullable String call() {
    String call = this.call;
    return call == null || name.isEmpty() ? call : call + '"' + name + '"';
  }

  boolean isWaiting() {
    return call != null;
  }

  int target() {
    return target;
  }

  /// The duration of the rank's wait, in nanoseconds; 0 while that is too short to measure.
  long nanos() {
    long began = since;
    return began == 0 ? 0 : waits.nanoTime() - began;
  }

  public long sleeps() {
    return sleeps;
  }

  /// The nanoseconds in which the rank waited and nothing arrived. The first polls of a wait, which
  /// read no clock, are not among them.
  public long idleNanos() {
    return idleSince == 0 ? idleNanos : idleNanos + idleUntil - idleSince;
  }
}
