// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import weft.multipole.GridField;
import weft.multipole.LeafCosts;
import weft.multipole.LeafKernel;

/// How functions of currents radiate and receive: results are the products with Z and, if there is
/// a closed part, with K.
///
/// Not for several threads.
final class CurrentKernel implements LeafKernel {
  /// Two components. A pair of near functions costs its share of a product and of the set-up of its
  /// block, which serves some 20 products: as long as 80 operations of a transfer.
  static final LeafCosts COSTS = new LeafCosts(2, 80, 10);

  private final LeafPatterns patterns;
  private final NearBlocks near;
  private final double k;
  private final int results;

  CurrentKernel(LeafPatterns patterns, NearBlocks near, double k, boolean turns) {
    this.patterns = patterns;
    this.near = near;
    this.k = k;
    results = turns ? 2 : 1;
  }

  @Override
  public int components() {
    return COSTS.components();
  }

  @Override
  public int results() {
    return results;
  }

  @Override
  public void radiate(int leaf, double[] values, int at, GridField field) {
    patterns.radiate(leaf, values, at, field);
  }

  @Override
  public void receive(int leaf, GridField field, double[] to, int at) {
    patterns.receive(leaf, field, false, 0, k / (4 * Math.PI), to, at, results);
    if (results > 1) {
      patterns.receive(leaf, field, true, -k * k / (4 * Math.PI), 0, to, at + 2, results);
    }
  }

  @Override
  public void near(int target, int source, double[] values, int from, double[] to, int at) {
    near.addProduct(target, source, values, from, to, at, results);
  }

  @Override
  public void nearPair(
      int first,
      int firstFrom,
      int firstAt,
      int second,
      int secondFrom,
      int secondAt,
      double[] values,
      double[] to) {
    near.addProduct(first, second, values, secondFrom, to, firstAt, results);
    near.addTransposed(first, second, values, firstFrom, to, secondAt, results);
  }
}
