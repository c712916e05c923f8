// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.Heaps;
import weft.memory.Inbox;
import weft.memory.RingOutbox;
import weft.transport.Bulk;
import weft.transport.FailureReport;
import weft.transport.Occupancy;
import weft.transport.RecordSink;
import weft.transport.Waits;
import weft.transport.rings.ProcessHeaps;
import weft.transport.rings.RingTransport;
import weft.watch.Neighbours;
import weft.watch.PeerWatch;
import weft.watch.TimeLimit;

/// One rank, a process, of a job over MPI.
///
/// Each rank has the rings to and from ranks of other hosts in its own memory. Messages carry their
/// bytes from one process to the other (docs/design/0019). Ranks of one host share rings (0023).
/// MPI is called by the rank's thread alone.
final class MpiTransport extends RingTransport {
  private static final String STAYS =
      ", though all ranks have come to the job's end and everything is delivered."
          + " \"When it does not start\" in docs/guide/clusters.md names a cause. What stands after"
          + " Weft.launch has not run.";

  /// An MPI wait cannot be woken, so a rank naps, and each nap without messages is twice as long as
  /// the one before. Were they all long, two ranks that answer each other would find each other
  /// asleep again and again, once they have begun.
  private static final long SHORTEST_NAP_NANOS = 20_000;

  private static final long LONGEST_NAP_NANOS = 1_000_000;

  private static final int FLUSH_LOOKS = 200;

  /// So many of them receive nothing. A payload of 8 KB leaves within fewer.
  private static final int QUIET_LOOKS = 100;

  /// A look costs some 50 ns where MPI has shared memory only, some 500 with TCP.
  private static final int SPINS = 500;

  /// Who looks to its host, and finds something there, looks to MPI this much more rarely.
  private static final int LOOKS = 8;

  /// For so many polls after it has found something.
  private static final int BUSY_POLLS = 64 * LOOKS;

  private final @Nullable Neighbours neighbours;
  private final Occupancy occupancy;

  /// Whether there are ranks on other hosts, or such as MPI is needed for.
  private final boolean reachesOut;

  private final Departures departures;
  private final Arrivals arrivals;
  private final ProcessHeaps ownHeap;
  private final int maxRecord;
  private final long spinNanos;
  private final long joinNanos;
  private final PeerWatch watch;
  private final MpiBulk bulk;
  private final long communicator;
  private final Thread thread = Thread.currentThread();
  private final Waits waits = new MpiWaits();
  private volatile boolean failed;

  /// Whether all ranks have come to the job's end.
  private boolean ended;

  /// For how many polls this rank looks to MPI rarely.
  private int busyPolls;

  /// How often the next flush may look at what does not leave: once when the last was in vain.
  private int looks = FLUSH_LOOKS;

  private long nap = SHORTEST_NAP_NANOS;

  /// The messages that had been sent and received before the last nap.
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
    super(rings, rank, inbox, departures.outboxes());
    this.neighbours = neighbours;
    this.occupancy = occupancy;
    this.reachesOut = neighbours == null || !neighbours.areAll();
    this.maxRecord = maxRecord(settings);
    this.departures = departures;
    this.arrivals = new Arrivals(rings, places, inbox, departures, communicator);
    this.ownHeap = new ProcessHeaps(1, settings.heap());
    this.spinNanos = settings.spinNanos();
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

  @Override
  public int maxRecord() {
    return maxRecord;
  }

  @Override
  public int poll(RecordSink sink) {
    Neighbours neighbours = this.neighbours;
    if (neighbours == null) {
      return pollMpi(sink);
    }
    int taken = neighbours.poll(sink);
    if (!reachesOut) {
      return taken;
    }
    if (taken > 0) {
      busyPolls = BUSY_POLLS;
    }
    // A look to MPI takes ten times as long, where there is a network a hundred times.
    if (busyPolls > 0 && --busyPolls % LOOKS != 0) {
      departures.send();
      return taken;
    }
    return taken + pollMpi(sink);
  }

  /// A message holds the largest record, and so does each ring, also that of another rank whose
  /// host has no rings: all have the same frames.
  private static int maxRecord(MpiSettings settings) {
    long host = settings.hostRing() == 0 ? settings.ringBytes() : settings.hostRing();
    int ring = RingOutbox.maxRecord(Math.min(settings.ringBytes(), host));
    return Math.min(ring, Departures.MOST);
  }

  private int pollMpi(RecordSink sink) {
    departures.flush();
    int taken = super.poll(sink);
    taken += arrivals.run(sink);
    if (taken > 0) {
      // What handlers sent does not wait for the next poll, nor does the room that was made.
      departures.flush();
    }
    return taken;
  }

  @Override
  public Bulk bulk() {
    return bulk;
  }

  /// Also when the rank does not call MPI for long after it. A library may keep a message until it
  /// is called again, or until its target polls. That is waited for a little, but not again and
  /// again for a target that does not look.
  @Override
  public void flush() {
    if (!reachesOut) {
      return;
    }
    departures.flush();
    if (departures.isQuiet()) {
      looks = FLUSH_LOOKS;
    } else {
      flushSlowly();
    }
  }

  /// Nothing is received at first. A message would have to be moved into its ring, to be run by the
  /// next poll, which finds it in its place as well.
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

  /// Nobody can wake a rank that waits for MPI: it looks, then naps.
  private final class MpiWaits extends Waits {
    @Override
    public int spins() {
      return reachesOut ? SPINS : super.spins();
    }

    @Override
    public long spinNanos() {
      return spinNanos;
    }

    /// What a neighbour's store has not shown yet is found after the nap.
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
    long near = neighbours == null ? 0 : neighbours.taken();
    long messages = departures.messages() + arrivals.messages() + near;
    nap = messages == messagesAtNap ? Math.min(2 * nap, LONGEST_NAP_NANOS) : SHORTEST_NAP_NANOS;
    messagesAtNap = messages;
    LockSupport.parkNanos(this, Math.min(nanos, nap));
    if (neighbours != null) {
      neighbours.sweep();
    }
  }

  @Override
  public void wake() {
    LockSupport.unpark(thread);
  }

  @Override
  protected Heaps heaps() {
    return reachesOut ? ownHeap.get() : Objects.requireNonNull(neighbours).heaps();
  }

  @Override
  public boolean sharesHeaps() {
    return size() == 1 || !reachesOut;
  }

  @Override
  protected int heapOf(int rank) {
    return !reachesOut ? rank : rank == rank() ? 0 : -1;
  }

  @Override
  public void connect(Watcher watcher) {
    watch.connect(
        new Watcher() {
          @Override
          public void failed(FailureReport report) {
            watcher.failed(report);
            failed = true; // Last: whoever sees it finds the report.
          }

          @Override
          public String describe() {
            return watcher.describe();
          }

          @Override
          public long activity() {
            return watcher.activity();
          }
        });
  }

  @Override
  public void fail(FailureReport report) {
    failed = true;
    watch.fail(report);
  }

  /// All messages have run, but the last ones of Weft's own, and their credits, may be under way.
  ///
  /// Not before all have come is this rank finished: one that is lost until then is missed.
  @Override
  public void finished() {
    try {
      var backoff = new Backoff(waits);
      while (!departures.isQuiet() && !failed) {
        look();
        backoff.rest();
      }
      var parting = new Parting(size(), waits, () -> failed);
      if (parting.meetAll(communicator, this::look) && takeBackReceives() && greetAll(parting)) {
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

  private void look() {
    departures.flush();
    arrivals.receive();
  }

  /// Leaves the library in order, or not at all: when the job has failed, its end would wait for
  /// ranks that are gone.
  @Override
  public void close() {
    if (!ended && !failed) {
      fail(new FailureReport(rank(), "", "it left the job before its body had begun", ""));
    }
    if (!failed) {
      leave();
    }
    if (!failed) {
      // Else the network may still read a payload that is sent from there.
      ownHeap.close();
      if (neighbours != null) {
        neighbours.close();
      }
    }
    watch.close();
  }

  /// No rank has called MPI since all have [#finished]. The first rank at the end of UCX asks the
  /// others whether they have got everything, and is answered within any call of theirs. Later
  /// ranks are not answered, because the first do not listen any more. But if all come without
  /// having answered, each asks before it answers.
  private void leave() {
    try (var _ = TimeLimit.start(rank(), joinNanos, end(), () -> "in MPI_Finalize" + STAYS)) {
      Mpi.end();
    } catch (MpiException e) {
      // All has been delivered, and everybody knows: what is left is this process's own affair.
    }
  }
}
