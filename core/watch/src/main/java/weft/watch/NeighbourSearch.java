// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import weft.memory.Doorbell;
import weft.memory.HeapLayout;
import weft.memory.Place;
import weft.memory.SharedFile;
import weft.memory.SharedRings;
import weft.transport.JobVariables;
import weft.transport.job.Hex;
import weft.transport.job.JobDirectory;
import weft.transport.rings.Neighbours;

/// Finds the ranks of this host, and makes the memory that they share. Its file has a name only
/// until all of them have mapped it.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public final class NeighbourSearch {
  private static final String MADE = "made";
  private static final String MAPPED = "mapped";

  private NeighbourSearch() {}

  /// Finds the ranks of this host. This is a collective call. It returns null if this rank is alone
  /// on its host, if the host has too little memory, or if shared memory is disabled.
  ///
  /// @param ring the bytes of each ring; 0 if the user wants no shared memory
  /// @param hosts the host of each rank, as a unique name
  /// @param sharedHostFile records the file, which is removed if the job fails meanwhile
  /// @param bell wakes a sleeping rank of this host; null if none can be woken
  public static @Nullable Neighbours gather(
      int rank,
      String[] hosts,
      long ring,
      HeapLayout heap,
      Map<String, String> environment,
      AllGather exchange,
      SharedHostFile sharedHostFile,
      @Nullable Doorbell bell) {
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
    String[] states;
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
      states =
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
      if (!states[member].equals(MAPPED)) {
        rings.close();
        return null;
      }
    }
    return new Neighbours(rank, ranks, members, rings, bell);
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
      return null; // The network carries everything.
    }
  }

  private static @Nullable SharedRings map(String path, int[] members, long ring, HeapLayout heap) {
    try {
      return new File(path).exists() ? SharedRings.map(path, members, ring, heap) : null;
    } catch (IOException e) {
      return null; // This process does not see the file, so the network carries everything.
    }
  }
}
