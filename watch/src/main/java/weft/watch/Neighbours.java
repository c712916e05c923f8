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

/// The ranks of this host, this one among them, and the memory that they share: the rings through
/// which they talk, without MPI (docs/design/0023); and where the whole job is on one host, the
/// registered heaps.
///
/// Nobody rings a bell: a rank that naps looks for itself when it wakes.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class Neighbours implements AutoCloseable {
  private static final String MADE = "made";
  private static final String MAPPED = "mapped";

  /// Which ranks are on this host, in ascending order.
  private final int[] members;

  /// The place of each rank of the job among these, or −1 where it is on another host.
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

  /// Finds them. Collective. Null where this rank is alone on its host, where the host has no
  /// memory for it, or where the user wants none.
  ///
  /// @param ring the bytes of each ring; 0 where the user wants none
  /// @param hosts what tells the hosts of the ranks from each other
  /// @param leftover the file that is to be removed when the job fails meanwhile
  public static @Nullable Neighbours gather(
      int rank,
      String[] hosts,
      long ring,
      HeapLayout heap,
      Map<String, String> environment,
      AllGather exchange,
      Leftover leftover) {
    int ranks = hosts.length;
    if (ring == 0) {
      return null;
    }
    int[] members = IntStream.range(0, ranks).filter(it -> hosts[it].equals(hosts[rank])).toArray();
    boolean leads = members[0] == rank && members.length > 1;
    var steps = new CommonSteps(rank, exchange);
    @Nullable SharedFile[] made = new SharedFile[1];
    @Nullable SharedRings[] mapped = new SharedRings[1];
    // Its name is known before there is such a file: then all of the host can remove it.
    String path =
        steps.on(() -> leads ? path(members.length, ring, heap, environment) : "")[members[0]];
    String[] told;
    try {
      if (!path.isEmpty()) {
        leftover.expect(Path.of(path));
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
      // Also where a step has failed somewhere: nothing is to be left. The first one here does it.
      leftover.remove();
      leftover.forget();
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

  /// Where the memory of `count` ranks is made; empty where there is no room for it.
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
      return null; // As above: this process sees other files than the one that made it.
    }
  }

  /// Whether the whole job is here.
  public boolean areAll() {
    return members.length == places.length;
  }

  /// Whether `rank` is here.
  public boolean has(int rank) {
    return places[rank] >= 0;
  }

  /// Where records for `target`, one of these, are written.
  public RingOutbox outbox(int target) {
    return new RingOutbox(rings, me, places[target], rank -> {});
  }

  /// Gives `sink` what has arrived from these.
  public int poll(RecordSink sink) {
    int now = inbox.poll(sink);
    taken += now;
    return now;
  }

  /// How many records have come from these.
  public long taken() {
    return taken;
  }

  /// The next poll looks everywhere.
  public void sweep() {
    inbox.sweep();
  }

  /// The registered heaps of these.
  public Heaps heaps() {
    return rings.heaps();
  }

  @Override
  public void close() {
    rings.close();
  }
}
