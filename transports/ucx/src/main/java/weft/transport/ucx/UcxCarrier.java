// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.RankSet;
import weft.memory.RingOutbox;
import weft.transport.Bulk;
import weft.watch.network.NetworkCarrier;

/// Carries the rings of one rank by frames over a [FrameWire], which need not keep their order.
///
/// Only the rank's thread calls the methods, except [#wake].
final class UcxCarrier implements NetworkCarrier, FrameWire.Receiver {
  /// So many bytes of a ring are sent without waiting for the rank to poll.
  private static final long BATCH = 1 << 14;

  /// A poll costs a tenth of a microsecond, and four times as much over TCP.
  private static final int SPINS = 8;

  private static final long MILLI = 1_000_000;

  private final int rank;
  private final FrameWire wire;
  private final UcxBell bell;
  private final CarriedRings rings;
  private final RingOutbox[] outboxes;
  private final boolean[] carried;
  private final Failures failures;
  private final @Nullable PeerRings[] peers;
  private final RankSet written;
  private final UcxBulk bulk;

  /// One for all polls: made anew, it would be allocated where the compiler does not inline.
  private final IntConsumer departing = this::depart;

  /// The number of arrivals, and of those that the rank can have seen.
  private long arrivals;

  private long seen;

  /// What the carrier reports.
  interface Failures {
    /// What was sent to `peer` may be lost.
    void broken(int peer, String why);
  }

  /// @param carried whether only the network reaches each rank
  UcxCarrier(
      int rank,
      FrameWire wire,
      UcxBell bell,
      CarriedRings rings,
      RingOutbox[] outboxes,
      boolean[] carried,
      Failures failures) {
    this.rank = rank;
    this.wire = wire;
    this.bell = bell;
    this.rings = rings;
    this.outboxes = outboxes;
    this.carried = carried.clone();
    this.failures = failures;
    this.peers = new PeerRings[rings.ranks()];
    this.written = new RankSet(rings.ranks());
    this.bulk = new UcxBulk(this, wire, rings.ranks());
  }

  @Override
  public Bulk bulk() {
    return bulk;
  }

  @Override
  public int spins() {
    return SPINS;
  }

  @Override
  public RingOutbox outbox(int target) {
    return rings.outbox(target, BATCH, this);
  }

  boolean carriesTo(int target) {
    return carried[target];
  }

  private PeerRings peer(int rank) {
    PeerRings peer = peers[rank];
    if (peer == null) {
      peer = new PeerRings(rank, wire, rings, outboxes[rank]);
      peers[rank] = peer;
    }
    return peer;
  }

  // What is to be sent.

  @Override
  public void written(int target) {
    written.add(target);
  }

  @Override
  public void depart(int target) {
    if (target == rank) {
      return;
    }
    rings.watchWrites(target);
    if (!peer(target).send()) {
      written.add(target); // Once more with the next poll.
    }
  }

  @Override
  public void wrap(int target) {
    peer(target).wrap();
  }

  @Override
  public void consumed(int source) {
    rings.watchRoom(source);
    peer(source).oweCredit();
    written.add(source);
  }

  @Override
  public void send() {
    if (!written.isEmpty()) {
      written.takeAll(departing);
    }
  }

  @Override
  public boolean isQuiet() {
    for (PeerRings peer : peers) {
      if (peer != null && !peer.isQuiet()) {
        return false;
      }
    }
    return written.isEmpty() && wire.isQuiet();
  }

  // What arrives.

  @Override
  public void receive() {
    wire.progress();
    seen = arrivals;
  }

  @Override
  public void frame(int kind, int source, long position, long address, int bytes) {
    arrivals++;
    PeerRings peer = peer(source);
    boolean fits =
        carried[source]
            && (kind == FrameWire.RECORDS
                ? peer.place(position, address, bytes)
                : peer.credit(position));
    if (!fits) {
      refuse(source, "a frame that does not fit its ring");
    }
  }

  @Override
  public void payload(int source, long number, long handle, long bytes) {
    arrivals++;
    if (!bulk.announced(source, number, handle, bytes)) {
      refuse(source, "a payload out of turn");
    }
  }

  private void refuse(int source, String what) {
    failures.broken(source, what + " arrived; run the same version of Weft on all hosts");
  }

  @Override
  public void broken(int peer, String why) {
    failures.broken(peer, why);
  }

  /// Arms the network, looks again, and sleeps. What has arrived since the last [#receive] is not
  /// in the inbox yet.
  @Override
  public void sleep(long nanos) {
    send();
    if (arrivals == seen && wire.arm()) {
      // What the network does not take yet is tried again soon, whether it tells or not.
      long millis = written.isEmpty() ? nanos / MILLI : 1;
      bell.await(wire.descriptor(), Math.clamp(millis, 1, Integer.MAX_VALUE));
    }
    receive();
  }

  @Override
  public void wake() {
    bell.wake();
  }

  @Override
  public void close(boolean isOrderly) {
    wire.close(isOrderly);
    bell.close();
  }
}
