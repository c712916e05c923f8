// SPDX-License-Identifier: Apache-2.0
package weft.bench.outofcore;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mobile.MobileArray;
import weft.mobile.MobileObjects;
import weft.mobile.MobileRsr2;
import weft.mobile.MobileType;
import weft.outofcore.Residence;

/// Walkers that go from object to object at random. Each visit reads the whole object and changes a
/// part of it.
final class RandomWalk {
  static final int RANKS = 2;
  private static final int WALKERS = 32;

  /// How often a visit reads the object: so that it works for longer than the object is decoded.
  private static final int PASSES = 3;

  private static final Codec<double[]> CODEC = Codecs.of(double[].class);

  private final Path folder;
  private final int objects;
  private final int words;

  RandomWalk(Path folder, int objects, int bytes) {
    this.folder = folder;
    this.objects = objects;
    this.words = bytes / Double.BYTES;
  }

  /// What a run took.
  ///
  /// @param seconds the whole time
  /// @param entered objects that came from disk
  /// @param left objects that went there or were dropped
  /// @param diskSeconds the time of all reads and writes
  record Result(double seconds, double entered, double left, double diskSeconds) {}

  /// Makes `visits` visits. `part` is the limit as a part of the data, 0 for none.
  Result run(double part, int visits) {
    var seconds = new double[1];
    var entered = new long[RANKS];
    var left = new long[RANKS];
    var disk = new double[RANKS];
    try (Job job = Weft.open(WeftConfig.ofRanks(RANKS))) {
      job.run(world -> {
        var mobile = MobileObjects.of(world);
        Residence residence = Residence.of(mobile).in(folder);
        if (part > 0) {
          residence.limit((long) (part * objects * words * Double.BYTES / RANKS));
        }
        MobileType<double[]> type = mobile.type("plot", CODEC);
        List<MobileRsr2<double[]>> visit = new ArrayList<>();
        MobileArray<double[]> plots = type.array("plots", objects, it -> new double[words]);
        visit.add(
            type.rsr2(
                "visit",
                (self, plot, walker, more) -> {
                  plot[(int) (walker >>> 40) % words] += work(plot);
                  if (more > 1) {
                    send(visit.get(0), plots, next(walker), more - 1);
                  }
                }));
        world.start();
        world.quiesce();
        long before = residence.counters().entered();
        long gone = residence.counters().left();
        double used = residence.counters().diskSeconds();
        long began = System.nanoTime();
        for (int i = world.rank(); i < WALKERS; i += RANKS) {
          send(visit.get(0), plots, next(i), visits / WALKERS);
        }
        world.quiesce();
        if (world.rank() == 0) {
          seconds[0] = (System.nanoTime() - began) * 1e-9;
        }
        entered[world.rank()] = residence.counters().entered() - before;
        left[world.rank()] = residence.counters().left() - gone;
        disk[world.rank()] = residence.counters().diskSeconds() - used;
      });
    }
    return new Result(
        seconds[0],
        (double) entered[0] + entered[1],
        (double) left[0] + left[1],
        disk[0] + disk[1]);
  }

  private void send(
      MobileRsr2<double[]> visit, MobileArray<double[]> plots, long walker, long more) {
    visit.send(plots.at((walker >>> 33) % objects), walker, more);
  }

  static long next(long walker) {
    return walker * 0xD1342543DE82EF95L + 0x9E3779B97F4A7C15L;
  }

  static double work(double[] plot) {
    double sum = 0;
    for (int pass = 0; pass < PASSES; pass++) {
      for (double it : plot) {
        sum += Math.sqrt(it + pass);
      }
    }
    return 1 / (1 + sum);
  }

  /// The seconds to decode and to encode one object.
  double[] coding() {
    var plot = new double[words];
    var out = new Writer();
    var in = new Reader();
    int times = 2000;
    long began = 0;
    double decode = 0;
    double encode = 0;
    for (int i = -times; i < times; i++) {
      if (i == 0) {
        decode = 0;
        encode = 0;
      }
      began = System.nanoTime();
      out.clear();
      out.writeWhole(CODEC, plot);
      byte[] data = out.toByteArray(); // as the store gets it
      encode += (System.nanoTime() - began) * 1e-9;
      began = System.nanoTime();
      plot = in.wrap(MemorySegment.ofArray(data), 0, data.length).readWhole(CODEC);
      decode += (System.nanoTime() - began) * 1e-9;
    }
    return new double[] {decode / times, encode / times};
  }
}
