// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import weft.memory.HeapLayout;
import weft.memory.Heaps;
import weft.memory.Inbox;
import weft.memory.Place;
import weft.memory.RingOutbox;
import weft.memory.SharedFile;
import weft.memory.SharedRings;
import weft.transport.JobVariables;
import weft.transport.RecordSink;
import weft.transport.job.Hex;
import weft.transport.job.JobDirectory;

/// The ranks of this host, including this one, and the memory that they share. It holds the rings
/// through which they send records without MPI (docs/design/0023). If the whole job is on one host,
/// it also holds the registered heaps.
///
/// There is no doorbell: a sleeping rank polls for records when it wakes.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class Neighbours implements AutoCloseable {
  private static final String MADE = "made";
  private static final String MAPPED = "mapped";

  /// The ranks of this host, in ascending order.
  private final int[] members;

  /// The index of each rank of the job in `members`, or −1 if it is on another host.
  private final int[] places;

  private final SharedRings rings;
  private final Inbox inbox;
  private final int me;
  private long taken;

  private Neighbours(int rank, int ranks, int[] members, SharedRings rings) {
    this.members = members;
    this.places = new int[ranks];
    Arrays.fill(places, -1);
    for (int i = 0; i < members.length; i++) {
      places[members[i]] = i;
    }
    this.rings = rings;
    this.me = places[rank];
    this.inbox = new Inbox(rings, me, source -> {});
  }

  /// Finds the ranks of this host. This is a collective call. It returns null if this rank is alone
  /// on its host, if the host has too little memory, or if shared memory is disabled.
  ///
  /// @param ring the bytes of each ring; 0 if the user wants no shared memory
  /// @param hosts the host of each rank, as a unique name
  /// @param sharedHostFile records the file, which is removed if the job fails meanwhile
  public static @Nullable Neighbours gather(
      int rank,
      String[] hosts,
      long ring,
      HeapLayout heap,
      Map<String, String> environment,
      AllGather exchange,
      SharedHostFile sharedHostFile) {
    int ranks = hosts.length;
    if (ring == 0) {
      return null;
    }
    int[] members = IntStream.range(0, ranks).filter(it -> hosts[it].equals(hosts[rank])).toArray();
    boolean leads = members[0] == rank && members.length > 1;
    var steps = new CommonSteps(rank, exchange);
    @Nullable SharedFile[] made = new SharedFile[1];
    @Nullable SharedRings[] mapped = new SharedRings[1];
    // The name is known before the file exists, so that every rank of the host can remove it.
    String path =
        steps.on(() -> leads ? path(members.length, ring, heap, environment) : "")[members[0]];
    String[] told;
    try {
      if (!path.isEmpty()) {
        sharedHostFile.expect(Path.of(path));
      }
      String[] answers =
          steps.on(() -> {
            made[0] = leads ? create(path, members.length, ring, heap) : null;
            return made[0] == null ? "" : MADE;
          });
      boolean isMade = answers[members[0]].equals(MADE);
      told =
          steps.on(() -> {
            mapped[0] = isMade ? map(path, members, ring, heap) : null;
            return mapped[0] == null ? "" : MAPPED;
          });
    } finally {
      // This also runs if a step failed on some rank. The first rank to get here removes the file.
      sharedHostFile.remove();
      sharedHostFile.forget();
      if (made[0] != null) {
        made[0].close();
      }
    }
    SharedRings rings = mapped[0];
    if (rings == null) {
      return null;
    }
    for (int member : members) {
      if (!told[member].equals(MAPPED)) {
        rings.close();
        return null;
      }
    }
    return new Neighbours(rank, ranks, members, rings);
  }

  /// Returns the path of the memory of `count` ranks; empty if there is no room for it.
  private static String path(int count, long ring, HeapLayout heap, Map<String, String> environment)
      throws IOException {
    Place place = Place.shared(environment);
    boolean planned = !environment.getOrDefault(JobVariables.HEAP, "").isEmpty();
    long bytes = SharedFile.heaps(count, ring) + (planned ? count * heap.bytes() : 0);
    return bytes <= place.free()
        ? SharedFile.path(place.directory(), Hex.random(JobDirectory.ID_BYTES)).toString()
        : "";
  }

  private static @Nullable SharedFile create(String path, int count, long ring, HeapLayout heap) {
    try {
      return path.isEmpty() ? null : SharedFile.create(Path.of(path), count, ring, heap);
    } catch (IOException e) {
      return null; // MPI carries everything.
    }
  }

  private static @Nullable SharedRings map(String path, int[] members, long ring, HeapLayout heap) {
    try {
      return new File(path).exists() ? SharedRings.map(path, members, ring, heap) : null;
    } catch (IOException e) {
      return null; // This process does not see the file, so MPI carries everything.
    }
  }

  /// Returns whether all ranks of the job are on this host.
  public boolean areAll() {
    return members.length == places.length;
  }

  /// Returns whether `rank` is on this host.
  public boolean has(int rank) {
    return places[rank] >= 0;
  }

  /// The outbox for records to `target`, a rank of this host.
  public RingOutbox outbox(int target) {
    return new RingOutbox(rings, me, places[target], rank -> {});
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

  /// The registered heaps of these ranks.
  public Heaps heaps() {
    return rings.heaps();
  }

  @Override
  public void close() {
    rings.close();
  }
}
