// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.io.IOException;
import java.util.List;
import weft.checkpoint.part.SavedEntries;

/// Which rank gets each object of a checkpoint. Every rank finds the same.
///
/// With as many ranks as before, each object stays where it was. Otherwise all objects, in the
/// order of their ranks and words, are cut into pieces of equal weight: so objects that were
/// together stay so. The weight is the load, where it is known, and a little for the bytes.
public final class DealtObjects {
  /// The part of the bytes in the weight of an object, beside its load.
  private static final double BYTES = 0.05;

  private final List<SavedEntries> entries;
  private final int ranks;
  private final double loads;
  private final double bytes;
  private final double total;

  private DealtObjects(List<SavedEntries> entries, int ranks) {
    this.entries = entries;
    this.ranks = ranks;
    double loads = 0;
    double bytes = 0;
    for (SavedEntries it : entries) {
      for (int i = 0; i < it.count(); i++) {
        loads += it.weight(i);
        bytes += it.length(i);
      }
    }
    this.loads = loads;
    this.bytes = bytes;
    double total = 0;
    for (SavedEntries it : entries) {
      for (int i = 0; i < it.count(); i++) {
        total += weight(it, i);
      }
    }
    this.total = total;
  }

  /// Deals the objects that the ranks of an earlier run have saved to `ranks` ranks.
  public static DealtObjects deal(List<SavedEntries> entries, int ranks) {
    return new DealtObjects(entries, ranks);
  }

  private double weight(SavedEntries it, int entry) {
    double load = loads > 0 ? it.weight(entry) / loads : 0;
    return load + BYTES * (bytes > 0 ? it.length(entry) / bytes : 0);
  }

  /// Is told of each object.
  @FunctionalInterface
  public interface Action {
    /// Entry `entry` of rank `source` goes to rank `holder`.
    void accept(int source, int entry, int holder) throws IOException;
  }

  /// Passes each object to `action`.
  ///
  /// @throws IOException if that does
  public void forEach(Action action) throws IOException {
    double before = 0;
    for (int source = 0; source < entries.size(); source++) {
      SavedEntries it = entries.get(source);
      for (int i = 0; i < it.count(); i++) {
        double weight = weight(it, i);
        int holder =
            entries.size() == ranks
                ? source
                : Math.min(ranks - 1, (int) ((before + weight / 2) / total * ranks));
        before += weight;
        action.accept(source, i, holder);
      }
    }
  }
}
