// SPDX-License-Identifier: Apache-2.0
package weft.watch.network;

import weft.memory.CarriedRings;
import weft.memory.HeapLayout;
import weft.memory.RingOutbox;
import weft.transport.Bulk;
import weft.transport.FailureReport;
import weft.transport.Occupancy;
import weft.transport.RecordSink;
import weft.transport.Waits;
import weft.transport.rings.CarriedTransport;
import weft.watch.FailureFlag;
import weft.watch.PeerWatch;

/// One rank of a job over a network: a process. Ranks of one host share memory (decision 0023), and
/// a [NetworkCarrier] carries the rings of the others (decision 0099).
final class NetworkTransport extends CarriedTransport {
  private static final long END_NAP_NANOS = 1_000_000;

  private final String name;
  private final NetworkSite site;
  private final NetworkCarrier carrier;
  private final PeerWatch watch;
  private final NetworkWaits waits = new NetworkWaits();
  private final FailureFlag failure = new FailureFlag();

  /// Whether all ranks have reached the job's end.
  private boolean ended;

  NetworkTransport(
      String name,
      NetworkSite site,
      NetworkCarrier carrier,
      CarriedRings rings,
      HeapLayout heap,
      RingOutbox[] outboxes) {
    for (int target = 0; target < outboxes.length; target++) {
      outboxes[target] =
          site.neighbours() != null && site.neighbours().has(target)
              ? site.neighbours().outbox(target)
              : carrier.outbox(target);
    }
    super(
        rings,
        site.rank(),
        rings.inbox(carrier),
        outboxes,
        site.neighbours(),
        site.maxRecord(),
        heap);
    this.name = name;
    this.site = site;
    this.carrier = carrier;
    this.watch = site.watch();
    site.failures().reportTo(this::fail);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Occupancy occupancy() {
    return site.occupancy();
  }

  @Override
  protected void carry() {
    carrier.send();
    carrier.receive();
  }

  @Override
  protected void depart() {
    carrier.send();
  }

  @Override
  protected int pollNetwork(RecordSink sink) {
    carry();
    int taken = pollCarried(sink);
    carrier.send(); // Messages of handlers do not wait for the next poll, nor do credits.
    return taken;
  }

  /// A flush receives nothing: what arrives waits in the network for the next poll.
  @Override
  public void flush() {
    carrier.send();
  }

  @Override
  public Bulk bulk() {
    return carrier.bulk();
  }

  @Override
  public Waits waits() {
    return waits;
  }

  /// A waiting rank sleeps in its carrier, which a message from any host wakes.
  private final class NetworkWaits extends Waits {
    @Override
    public int spins() {
      return reachesOut() ? carrier.spins() : super.spins();
    }

    @Override
    public void sleep(long nanos) {
      carrier.sleep(nanos);
    }
  }

  @Override
  public void wake() {
    carrier.wake();
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

  /// All messages have run, but the runtime's last messages and their credits may be in flight. So
  /// this rank keeps carrying until all have arrived here: others may still connect to it.
  @Override
  public void finished() {
    while (!carrier.isQuiet() && !failure.isRaised()) {
      carrier.sleep(END_NAP_NANOS);
    }
    watch.finished();
    while (reachesOut() && size() > 1 && !watch.haveAllFinished() && !failure.isRaised()) {
      carrier.sleep(END_NAP_NANOS);
    }
    site.failures().isOver();
    ended = watch.awaitAllFinished();
  }

  @Override
  public void close() {
    if (!ended && !failure.isRaised()) {
      fail(new FailureReport(rank(), "", "it left the job before its body had begun", ""));
    }
    carrier.close(ended && !failure.isRaised());
    super.close();
    watch.close();
  }
}
