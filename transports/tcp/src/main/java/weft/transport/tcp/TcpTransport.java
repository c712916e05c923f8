// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
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

/// One rank of a job over TCP: a process. Ranks of one host share memory (decision 0023), and
/// connections carry the rings of the others (decision 0099).
final class TcpTransport extends CarriedTransport {
  /// A poll of the network costs half a microsecond.
  private static final int SPINS = 4;

  private static final long END_NAP_NANOS = 1_000_000;

  private final TcpSite site;
  private final Connections connections;
  private final PeerWatch watch;
  private final Occupancy occupancy;
  private final TcpWaits waits = new TcpWaits();
  private final FailureFlag failure = new FailureFlag();

  /// Whether all ranks have reached the job's end.
  private boolean ended;

  TcpTransport(TcpSite site, CarriedRings rings, HeapLayout heap, RingOutbox[] outboxes)
      throws IOException {
    Connections connections = site.connect(rings, outboxes);
    for (int target = 0; target < outboxes.length; target++) {
      outboxes[target] =
          site.neighbours() != null && site.neighbours().has(target)
              ? site.neighbours().outbox(target)
              : connections.outbox(target);
    }
    super(
        rings,
        site.rank(),
        rings.inbox(connections),
        outboxes,
        site.neighbours(),
        site.maxRecord(),
        heap);
    this.site = site;
    this.connections = connections;
    this.watch = site.watch();
    this.occupancy = site.occupancy();
    site.reportTo(this::fail);
  }

  @Override
  public String name() {
    return TcpProvider.NAME;
  }

  @Override
  public Occupancy occupancy() {
    return occupancy;
  }

  @Override
  protected void carry() {
    connections.send();
    connections.receive();
  }

  @Override
  protected void depart() {
    connections.send();
  }

  @Override
  protected int pollNetwork(RecordSink sink) {
    carry();
    int taken = pollCarried(sink);
    connections.send(); // Messages of handlers do not wait for the next poll, nor do credits.
    return taken;
  }

  /// A flush receives nothing: what arrives waits in the socket for the next poll.
  @Override
  public void flush() {
    connections.send();
  }

  @Override
  public Bulk bulk() {
    return connections.bulk();
  }

  @Override
  public Waits waits() {
    return waits;
  }

  /// A waiting rank sleeps in its selector, which a message from any host wakes.
  private final class TcpWaits extends Waits {
    @Override
    public int spins() {
      return reachesOut() ? SPINS : super.spins();
    }

    @Override
    public void sleep(long nanos) {
      connections.sleep(nanos);
    }
  }

  @Override
  public void wake() {
    connections.wake();
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
    while (!connections.isQuiet() && !failure.isRaised()) {
      connections.sleep(END_NAP_NANOS);
    }
    watch.finished();
    while (reachesOut() && size() > 1 && !watch.haveAllFinished() && !failure.isRaised()) {
      connections.sleep(END_NAP_NANOS);
    }
    site.isOver();
    ended = watch.awaitAllFinished();
  }

  @Override
  public void close() {
    if (!ended && !failure.isRaised()) {
      fail(new FailureReport(rank(), "", "it left the job before its body had begun", ""));
    }
    connections.close();
    super.close();
    watch.close();
  }
}
