// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

/// `weft bench mpi`; see [CarriedBench].
public final class MpiBench {
  private MpiBench() {}

  /// Runs the benchmark.
  public static void main(String[] args) {
    CarriedBench.main(LowerLayer.MPI, args);
  }
}
