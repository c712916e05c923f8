// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.memory.Doorbell;
import weft.memory.Heaps;
import weft.memory.Inbox;
import weft.memory.RingOutbox;
import weft.memory.SharedRings;
import weft.transport.RecordSink;

/// The ranks of one host, including this one, and the memory that they share. It holds the rings
/// through which they send records past the network (decision 0023). If the whole job is on one
/// host, it also holds the registered heaps.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class Neighbours implements AutoCloseable {
  /// The ranks of this host, in ascending order.
  private final int[] members;

  /// The index of each rank of the job in `members`, or −1 if it is on another host.
  private final int[] places;

  private final SharedRings rings;
  private final Doorbell bell;
  private final boolean wakes;
  private final Inbox inbox;
  private final int me;
  private long taken;

  /// The neighbours of `rank`, one of `members`, in a job of `ranks` ranks.
  ///
  /// @param rings the memory that the members share
  /// @param bell wakes a sleeping member, named by its rank; null if a sleeping rank polls for
  ///   records when it wakes
  public Neighbours(
      int rank, int ranks, int[] members, SharedRings rings, @Nullable Doorbell bell) {
    this.members = members.clone();
    this.places = new int[ranks];
    Arrays.fill(places, -1);
    for (int i = 0; i < members.length; i++) {
      places[members[i]] = i;
    }
    this.rings = rings;
    this.me = places[rank];
    this.wakes = bell != null;
    this.bell = bell == null ? member -> {} : member -> bell.ring(this.members[member]);
    this.inbox = new Inbox(rings, me, this.bell);
  }

  /// Whether all ranks of the job are on this host.
  public boolean areAll() {
    return members.length == places.length;
  }

  /// Whether `rank` is on this host.
  public boolean has(int rank) {
    return places[rank] >= 0;
  }

  /// The outbox for records to `target`, a rank of this host.
  public RingOutbox outbox(int target) {
    return new RingOutbox(rings, me, places[target], bell);
  }

  /// Passes records that arrived from ranks of this host to `sink`.
  public int poll(RecordSink sink) {
    int now = inbox.poll(sink);
    taken += now;
    return now;
  }

  /// The number of records that arrived from ranks of this host.
  public long taken() {
    return taken;
  }

  /// Makes the next poll check all rings.
  public void sweep() {
    inbox.sweep();
  }

  /// Announces sleep to the others, if they can wake this rank.
  void prepareSleep() {
    if (wakes) {
      inbox.prepareSleep();
    }
  }

  /// Ends [#prepareSleep].
  void awake() {
    if (wakes) {
      inbox.awake();
    }
    inbox.sweep();
  }

  /// The registered heaps of these ranks.
  public Heaps heaps() {
    return rings.heaps();
  }

  @Override
  public void close() {
    rings.close();
  }
}
