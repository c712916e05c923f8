// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.bench.figures.WaitFigures;

/// What carries Weft's messages: each has its bare calls from Java in the same two processes, and a
/// C program over MPI beside it.
enum LowerLayer {
  /// An installed MPI.
  MPI("mpi", Double.NaN, Double.NaN, new WaitFigures.Limits(5, Double.NaN, 3_000)) {
    @Override
    Bare bare(World world, PeerText texts, boolean apart) {
      return new BareMpi(world.rank() ^ 1);
    }
  },

  /// Sockets.
  TCP("tcp", 1.3, 1 / 0.95, new WaitFigures.Limits(2, 200, 3_000)) {
    @Override
    Bare bare(World world, PeerText texts, boolean apart) throws IOException {
      return BareSocket.connect(world.rank(), texts, apart);
    }

    @Override
    Map<String, String> variablesOfC() {
      return Map.of("OMPI_MCA_btl", "self,tcp", "OMPI_MCA_pml", "ob1");
    }
  },

  /// UCX, over its own shared memory within a host.
  UCX("ucx", 1.1, 1 / 0.9, new WaitFigures.Limits(2, 300, 3_000)) {
    @Override
    Bare bare(World world, PeerText texts, boolean apart) throws IOException {
      return BareUcx.connect(texts, apart);
    }

    @Override
    Map<String, String> variables(boolean apart) {
      return Map.of("UCX_TLS", networks(apart), "UCX_WARN_UNUSED_ENV_VARS", "n");
    }

    @Override
    @Nullable Map<String, String> variablesOfC() {
      return null; // Debian's Open MPI has no UCX in it; weft bench rsr runs UCX's own benchmark
    }

    private static String networks(boolean apart) {
      return apart ? "tcp,self" : "posix,sysv,self";
    }
  };

  /// The name of the transport, and of the benchmark.
  final String transport;

  /// Half a round trip of one word, as a multiple of the bare layer's; NaN where own time counts.
  final double mostOfTrip;

  /// One of many large messages, as a multiple of the bare layer's; NaN for no limit.
  final double mostOfRate;

  final WaitFigures.Limits wait;

  LowerLayer(String transport, double mostOfTrip, double mostOfRate, WaitFigures.Limits wait) {
    this.transport = transport;
    this.mostOfTrip = mostOfTrip;
    this.mostOfRate = mostOfRate;
    this.wait = wait;
  }

  /// The name of the layer in tables.
  String title() {
    return this == TCP ? "sockets" : name();
  }

  /// The layer without Weft, between the two ranks. Collective.
  ///
  /// @param apart whether the ranks are on different hosts
  abstract Bare bare(World world, PeerText texts, boolean apart) throws IOException;

  /// The variables of ranks of Weft.
  Map<String, String> variables(boolean apart) {
    return Map.of();
  }

  /// The variables that make MPI use this layer; null if it cannot.
  @Nullable Map<String, String> variablesOfC() {
    return Map.of();
  }
}
