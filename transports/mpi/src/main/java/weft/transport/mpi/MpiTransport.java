// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.Inbox;
import weft.memory.RingOutbox;
import weft.transport.Bulk;
import weft.transport.FailureReport;
import weft.transport.Occupancy;
import weft.transport.RecordSink;
import weft.transport.Waits;
import weft.transport.rings.CarriedTransport;
import weft.transport.rings.Neighbours;
import weft.watch.FailureFlag;
import weft.watch.PeerWatch;
import weft.watch.TimeLimit;

/// One rank of a job over MPI: a process.
///
/// Each rank has the rings to and from ranks of other hosts in its own memory. Messages carry their
/// bytes from one process to the other (decision 0019). Ranks of one host share rings (0023). Only
/// the rank's thread calls MPI.
final class MpiTransport extends CarriedTransport {
  private static final String STAYS =
      ", although all ranks have reached the job's end and all messages are delivered. \"When it "
          + "does not start\" in docs/guide/clusters.md names a cause. The code after Weft.launch "
          + "has not run.";

  /// An MPI wait cannot be woken, so a rank naps. Each nap without messages is twice as long as the
  /// one before. With long naps from the start, two ranks that answer each other would find each
  /// other asleep every time.
  private static final long SHORTEST_NAP_NANOS = 20_000;

  private static final long LONGEST_NAP_NANOS = 1_000_000;

  private static final int FLUSH_LOOKS = 200;

  /// The first calls of a flush, this many, receive nothing. A payload of 8 KB leaves within fewer
  /// calls.
  private static final int QUIET_LOOKS = 100;

  /// A poll of MPI costs some 50 ns if MPI has shared memory only, and some 500 ns with TCP.
  private static final int SPINS = 8;

  private final Occupancy occupancy;
  private final Departures departures;
  private final Arrivals arrivals;
  private final long joinNanos;
  private final PeerWatch watch;
  private final MpiBulk bulk;
  private final long communicator;
  private final Thread thread = Thread.currentThread();
  private final Waits waits = new MpiWaits();
  private final FailureFlag failure = new FailureFlag();

  /// Whether all ranks have reached the job's end.
  private boolean ended;

  /// The number of polls of the next flush for messages that are not sent yet: one if the last
  /// flush failed.
  private int looks = FLUSH_LOOKS;

  private long nap = SHORTEST_NAP_NANOS;

  /// The numbers of messages sent and received before the last nap.
  private long messagesAtNap;

  private MpiTransport(
      CarriedRings rings,
      long places,
      int rank,
      Departures departures,
      long communicator,
      MpiSettings settings,
      PeerWatch watch,
      @Nullable Neighbours neighbours,
      Occupancy occupancy) {
    this(
        rings,
        places,
        rank,
        rings.inbox(departures),
        departures,
        communicator,
        settings,
        watch,
        neighbours,
        occupancy);
  }

  private MpiTransport(
      CarriedRings rings,
      long places,
      int rank,
      Inbox inbox,
      Departures departures,
      long communicator,
      MpiSettings settings,
      PeerWatch watch,
      @Nullable Neighbours neighbours,
      Occupancy occupancy) {
    super(
        rings,
        rank,
        inbox,
        departures.outboxes(),
        neighbours,
        maxRecord(settings),
        settings.heap());
    this.occupancy = occupancy;
    this.departures = departures;
    this.arrivals = new Arrivals(rings, places, inbox, departures, communicator);
    this.joinNanos = settings.joinNanos();
    this.watch = watch;
    this.bulk = new MpiBulk(departures, rings.ranks(), Mpi.duplicate(communicator));
    this.communicator = communicator;
  }

  static MpiTransport open(
      int ranks,
      int rank,
      MpiSettings settings,
      long communicator,
      PeerWatch watch,
      @Nullable Neighbours neighbours,
      Occupancy occupancy) {
    long places = CarriedRings.bytes(ranks, settings.ringBytes());
    MemorySegment memory = MpiLibrary.memory(places + Arrivals.BYTES);
    var rings = new CarriedRings(ranks, rank, settings.ringBytes(), memory);
    var departures = new Departures(rings, rank, communicator, neighbours);
    return new MpiTransport(
        rings, places, rank, departures, communicator, settings, watch, neighbours, occupancy);
  }

  @Override
  public String name() {
    return MpiProvider.NAME;
  }

  @Override
  public Occupancy occupancy() {
    return occupancy;
  }

  /// A message holds the largest record. So does each ring, even on a rank whose host has no rings:
  /// the frame limit is the same on all ranks.
  private static int maxRecord(MpiSettings settings) {
    long host = settings.hostRing() == 0 ? settings.ringBytes() : settings.hostRing();
    int ring = RingOutbox.maxRecord(Math.min(settings.ringBytes(), host));
    return Math.min(ring, Departures.MOST);
  }

  @Override
  protected void carry() {
    departures.flush();
    arrivals.receive();
  }

  @Override
  protected void depart() {
    departures.send();
  }

  @Override
  protected int pollNetwork(RecordSink sink) {
    departures.flush();
    int taken = pollCarried(sink);
    taken += arrivals.run(sink);
    if (taken > 0) {
      // Messages from handlers do not wait for the next poll, nor do credits.
      departures.flush();
    }
    return taken;
  }

  @Override
  public Bulk bulk() {
    return bulk;
  }

  /// This holds even if the rank then does not call MPI for long. A library may keep a message
  /// until the next call, or until its target polls. A flush waits briefly for that, but not
  /// repeatedly for a target that does not poll.
  @Override
  public void flush() {
    if (!reachesOut()) {
      return;
    }
    departures.flush();
    if (departures.isQuiet()) {
      looks = FLUSH_LOOKS;
    } else {
      flushSlowly();
    }
  }

  /// At first the flush receives nothing. It would have to move a message into its ring; the next
  /// poll runs the message where it arrives.
  private void flushSlowly() {
    for (int i = 0; i < looks; i++) {
      departures.flush();
      if (looks == 1 || i >= QUIET_LOOKS) {
        arrivals.receive();
      }
      if (departures.isQuiet()) {
        looks = FLUSH_LOOKS;
        return;
      }
    }
    looks = 1;
  }

  @Override
  public Waits waits() {
    return waits;
  }

  /// A rank that waits for MPI cannot be woken: it polls, then naps.
  private final class MpiWaits extends Waits {
    @Override
    public int spins() {
      return reachesOut() ? SPINS : super.spins();
    }

    /// A message that arrives in a nap is found at its end.
    @Override
    public long sleepCostNanos() {
      return 200_000;
    }

    /// A neighbour's store that is not visible yet is found after the nap.
    @Override
    public long lingerNanos() {
      return 0;
    }

    @Override
    public void sleep(long nanos) {
      nap(nanos);
    }
  }

  private void nap(long nanos) {
    long messages = departures.messages() + arrivals.messages() + takenNearby();
    nap = messages == messagesAtNap ? Math.min(2 * nap, LONGEST_NAP_NANOS) : SHORTEST_NAP_NANOS;
    messagesAtNap = messages;
    LockSupport.parkNanos(this, Math.min(nanos, nap));
    sweepNearby();
  }

  @Override
  public void wake() {
    LockSupport.unpark(thread);
  }

  @Override
  public void connect(Watcher watcher) {
    watch.connect(failure.before(watcher));
  }

  @Override
  public void fail(FailureReport report) {
    failure.raise();
    watch.fail(report);
  }

  /// All messages have run, but the runtime's last messages and their credits may be in flight.
  ///
  /// This rank finishes only after all have arrived here, so that a rank lost before is noticed.
  @Override
  public void finished() {
    try {
      var backoff = new Backoff(waits);
      while (!departures.isQuiet() && !failure.isRaised()) {
        carry();
        backoff.rest();
      }
      var parting = new Parting(size(), waits, failure::isRaised);
      if (parting.meetAll(communicator, this::carry) && takeBackReceives() && greetAll(parting)) {
        watch.finished();
        ended = watch.awaitAllFinished();
      }
    } catch (MpiException e) {
      fail(FailureReport.of(rank(), "the job's end", e));
    }
  }

  private boolean takeBackReceives() {
    try (var _ = TimeLimit.start(rank(), joinNanos, end(), () -> "in MPI_Cancel" + STAYS)) {
      arrivals.close();
      return true;
    }
  }

  private static IntConsumer end() {
    return new ProcessEnd()::now;
  }

  private static boolean greetAll(Parting parting) {
    return !Mpi.ABI.asksAtEnd() || parting.greetAll(Mpi.ABI.world());
  }

  /// Finalizes the library, unless the job has failed: then finalizing would wait for lost ranks.
  @Override
  public void close() {
    if (!ended && !failure.isRaised()) {
      fail(new FailureReport(rank(), "", "it left the job before its body had begun", ""));
    }
    if (!failure.isRaised()) {
      leave();
    }
    if (!failure.isRaised()) {
      // Otherwise the network may still read a payload there.
      super.close();
    }
    watch.close();
  }

  /// No rank has called MPI since all have [#finished]. When UCX ends, it asks the other ranks
  /// whether they have received everything. A rank answers within any MPI call. A rank that has
  /// finished no longer answers, so later ranks would wait for it. But no rank has answered before
  /// it arrives here, so each rank asks before it answers.
  private void leave() {
    try (var _ = TimeLimit.start(rank(), joinNanos, end(), () -> "in MPI_Finalize" + STAYS)) {
      Mpi.end();
    } catch (MpiException e) {
      // All messages are delivered and all ranks know it: the rest is local to this process.
    }
  }
}
