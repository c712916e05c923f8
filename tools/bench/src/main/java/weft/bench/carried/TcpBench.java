// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

/// `weft bench tcp`; see [CarriedBench].
public final class TcpBench {
  private TcpBench() {}

  /// Runs the benchmark.
  public static void main(String[] args) {
    CarriedBench.main(LowerLayer.TCP, args);
  }
}
