// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.pair.MemoryPair;
import weft.bench.pair.Party;

/// Weft's C program that copies and stores between two areas of shared memory (bench/peers). It is
/// compiled if there is a C compiler.
public final class CopyPeer {
  /// The numbers of its kinds.
  public static final int COPY = 0;

  public static final int STORES = 1;
  public static final int LOADS = 2;
  public static final int STRIDED = 3;

  private CopyPeer() {}

  public static Optional<Party> start(Report report) throws IOException, InterruptedException {
    Optional<PeerProgram> peer = PeerProgram.plain(report, "copy_peer");
    return peer.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Party(
                "C", MemoryPair.BYTES, 2, file -> peer.get().runOnce(List.of(), file, Map.of())));
  }
}
