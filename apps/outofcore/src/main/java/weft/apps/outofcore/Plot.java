// SPDX-License-Identifier: Apache-2.0
package weft.apps.outofcore;

import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;

/// A piece of data that walkers visit. What visits change does not depend on their order, so the
/// digest of all plots is the same on any number of ranks.
final class Plot {
  /// Writes and reads a plot.
  static final Codec<Plot> CODEC =
      Codecs.of(
          "plot",
          (plot, out) -> {
            out.writeLong(plot.visits);
            out.writeLongs(plot.words);
          },
          Plot::read);

  private final long[] words;
  private long visits;

  /// The sum of what the visits have read; it keeps a compiler from leaving that out.
  long seen;

  private Plot(long visits, long[] words) {
    this.visits = visits;
    this.words = words;
  }

  /// A plot with the data of `index`.
  static Plot of(long seed, long index, int words) {
    var data = new long[words];
    for (int i = 0; i < words; i++) {
      data[i] = mix(seed + index * words + i);
    }
    return new Plot(0, data);
  }

  private static Plot read(Reader in) {
    return new Plot(in.readLong(), in.readLongs());
  }

  /// A walker reads the plot and changes one word.
  void visit(long walker) {
    change(walker);
    long sum = 0;
    for (long word : words) {
      sum += word;
    }
    seen += sum;
  }

  /// Does to the data what [#visit] does.
  void change(long walker) {
    words[(int) Math.floorMod(walker, (long) words.length)] += mix(walker);
    visits++;
  }

  /// The bits of data and visits.
  long digest(long index) {
    long sum = visits;
    for (int i = 0; i < words.length; i++) {
      sum += mix(words[i] + 1_000_003L * i);
    }
    return mix(sum + index);
  }

  /// A walker at the start.
  static long walker(long seed, long number) {
    return mix(seed ^ mix(number));
  }

  /// A walker after its next step.
  static long next(long walker) {
    return mix(walker + 7);
  }

  /// The plot on which a walker is.
  static long place(long walker, long plots) {
    return Math.floorMod(walker >>> 7, plots);
  }

  private static long mix(long bits) {
    long x = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
    x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
    return x ^ x >>> 31;
  }
}
