// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import java.util.ArrayList;
import java.util.List;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;

/// The objects of the tests: they hold data, and messages walk over them at random.
final class Walkers {
  private Walkers() {}

  /// An object with data.
  static final class Plot {
    final int index;
    long[] data;
    long visits;

    Plot(int index, int words) {
      this.index = index;
      this.data = new long[words];
      for (int i = 0; i < words; i++) {
        data[i] = mix(31L * index + i);
      }
    }

    /// A visit changes one word, and depends on all that came before to that word alone.
    long visit(long walker) {
      visits++;
      int at = (int) Math.floorMod(walker, (long) data.length);
      data[at] += mix(walker);
      return visits;
    }

    /// A sum that does not depend on the order of visits.
    long digest() {
      long sum = visits;
      for (int i = 0; i < data.length; i++) {
        sum += mix(data[i] + 1000003L * i);
      }
      return mix(sum + index);
    }
  }

  /// Writes and reads a plot.
  static final Codec<Plot> CODEC =
      Codecs.of(
          "plot",
          (plot, out) -> {
            out.writeInt(plot.index);
            out.writeLongs(plot.data);
            out.writeLong(plot.visits);
          },
          Walkers::read);

  private static Plot read(Reader in) {
    var plot = new Plot(in.readInt(), 0);
    plot.data = in.readLongs();
    plot.visits = in.readLong();
    return plot;
  }

  static long mix(long bits) {
    long x = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
    x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
    return x ^ x >>> 31;
  }

  /// The sum of the digests after walkers `0` to `walkers − 1` have made `steps` visits each,
  /// without Weft.
  static long expected(int plots, int words, int walkers, int steps) {
    List<Plot> all = new ArrayList<>();
    for (int i = 0; i < plots; i++) {
      all.add(new Plot(i, words));
    }
    for (long walker = 0; walker < walkers; walker++) {
      long at = walker;
      for (int step = 0; step < steps; step++) {
        all.get(next(at, plots)).visit(at);
        at = mix(at + 7);
      }
    }
    return all.stream().mapToLong(Plot::digest).sum();
  }

  /// The plot to which a walker goes.
  static int next(long walker, int plots) {
    return (int) Math.floorMod(mix(walker), (long) plots);
  }
}
