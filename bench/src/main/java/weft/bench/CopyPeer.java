// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import weft.bench.pair.MemoryPair;
import weft.bench.pair.Party;

/// Our C program that copies and stores between two areas of shared memory (bench/peers), compiled
/// where a C compiler is.
public final class CopyPeer {
  /// The kinds that it knows.
  public static final int COPY = 0;

  public static final int STORES = 1;
  public static final int LOADS = 2;
  public static final int STRIDED = 3;

  private CopyPeer() {}

  public static Optional<Party> start(Report report) throws IOException, InterruptedException {
    Optional<Path> compiler = PeerProgram.compiler(report);
    if (compiler.isEmpty()) {
      return Optional.empty();
    }
    Optional<PeerProgram> peer = PeerProgram.compile(report, compiler.get(), "copy_peer");
    if (peer.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Party("C", MemoryPair.BYTES, 2, file -> run(peer.get(), file)));
  }

  private static int run(PeerProgram peer, Path file) throws IOException, InterruptedException {
    try {
      List<String> command = List.of(peer.program().toString(), file.toString());
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } finally {
      peer.delete();
    }
  }
}
