// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

/// `weft bench ucx`; see [CarriedBench].
public final class UcxBench {
  private UcxBench() {}

  /// Runs the benchmark.
  public static void main(String[] args) {
    CarriedBench.main(LowerLayer.UCX, args);
  }
}
