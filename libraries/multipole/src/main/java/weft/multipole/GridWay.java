// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import weft.multipole.internal.GridChange;

/// The change of fields from one grid to another. It is exact for modes that both grids have;
/// others are dropped.
///
/// Not for several threads.
public final class GridWay {
  private final GridChange change;
  private final int planes;
  private final int from;
  private final int to;
  private final float factor;

  /// The way from one grid to another.
  ///
  /// @param components 1 for scalars, 2 for components along θ and φ
  public GridWay(SphereGrid from, SphereGrid to, int components) {
    this(from, to, components, 1);
  }

  /// The way of the fields of several vectors, which lie one after another.
  GridWay(SphereGrid from, SphereGrid to, int components, int vectors) {
    change = GridChange.of(from.size(), to.size(), components == 1 ? 1 : -1);
    planes = vectors * components;
    this.from = from.samples();
    this.to = to.samples();
    double ratio = (double) from.size() / to.size();
    factor = (float) (ratio * ratio);
  }

  /// Sets `result` to `field`.
  public void run(GridField field, GridField result) {
    for (int c = 0; c < planes; c++) {
      change.run(field.re(), field.im(), c * from, result.re(), result.im(), c * to);
    }
  }

  /// The ratio of the weights of the quadrature on both grids, by which fields that have them are
  /// to be multiplied.
  public float factor() {
    return factor;
  }
}
