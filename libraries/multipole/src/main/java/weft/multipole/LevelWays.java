// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// The ways of fields between a level's small and full grid, and between this level and the one
/// below.
///
/// Not for several threads: it has room for one field of each kind.
final class LevelWays {
  private final SphereGrid small;
  private final GridWay widening;
  private final GridWay narrowing;
  private final GridWay upward;
  private final GridWay downward;
  private final TransferFunction[] shifts = new TransferFunction[8];
  private final GridField full;
  private final GridField here;
  private final GridField narrow;
  private final GridField lower;

  /// @param below the grids of the level below, or of this one if there is none
  /// @param vectors how many fields lie one after another
  LevelWays(LevelGrids grids, LevelGrids below, int components, int vectors) {
    small = grids.small();
    widening = new GridWay(small, grids.full(), components, vectors);
    narrowing = new GridWay(grids.full(), small, components, vectors);
    upward = new GridWay(below.small(), small, components, vectors);
    downward = new GridWay(small, below.small(), components, vectors);
    for (int octant = 0; octant < 8; octant++) {
      shifts[octant] = grids.shift(octant);
    }
    full = grids.fullField(vectors);
    here = grids.smallField(vectors);
    narrow = grids.smallField(vectors);
    lower = below.smallField(vectors);
  }

  /// A field on the full grid; the result is used again by the next call.
  GridField widen(GridField field) {
    widening.run(field, full);
    return full;
  }

  void widen(GridField field, GridField to) {
    widening.run(field, to);
  }

  /// Adds a field with weights, cut to the small grid.
  void addNarrow(GridField field, GridField sum) {
    narrowing.run(field, narrow);
    addTimes(narrowing.factor(), narrow, sum);
  }

  /// Adds the field of a child in an octant to the field that its parent radiates.
  void addUp(GridField child, int octant, GridField parent) {
    upward.run(child, here);
    shifts[octant].addProduct(here, parent);
  }

  /// Adds the field that a parent receives to that of its child in an octant.
  void addDown(GridField parent, int octant, GridField child) {
    shifts[octant].turnBack(parent, here);
    downward.run(here, lower);
    addTimes(downward.factor(), lower, child);
  }

  private static void addTimes(float factor, GridField field, GridField sum) {
    addTimes(factor, field.re(), sum.re());
    addTimes(factor, field.im(), sum.im());
  }

  private static void addTimes(float factor, float[] x, float[] y) {
    for (int i = 0; i < x.length; i++) {
      y[i] += factor * x[i];
    }
  }

  /// Counts rows that are not poles twice, as the whole circle of θ has them.
  void weighRows(GridField field) {
    int size = small.size();
    for (int from = 0; from < field.re().length; from += small.samples()) {
      for (int i = from + size; i < from + small.samples() - size; i++) {
        field.re()[i] *= 2;
        field.im()[i] *= 2;
      }
    }
  }
}
