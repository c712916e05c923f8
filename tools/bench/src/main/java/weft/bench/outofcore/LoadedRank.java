// SPDX-License-Identifier: Apache-2.0
package weft.bench.outofcore;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.Job;
import weft.Rsr0;
import weft.Weft;
import weft.WeftConfig;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr1;
import weft.mobile.MobileType;
import weft.model.measured.Statistics;
import weft.outofcore.Residence;

/// A rank whose objects work all the time, in memory or on disk, and another one that asks it for
/// an answer.
final class LoadedRank {
  private static final int ASKED = 0;
  private static final int OBJECTS = 64;
  private static final int WALKERS = 8;
  private static final Codec<double[]> CODEC = Codecs.of(double[].class);

  private final Path folder;
  private final int words;
  private final int questions;

  LoadedRank(Path folder, int bytes, int questions) {
    this.folder = folder;
    this.words = bytes / Double.BYTES;
    this.questions = questions;
  }

  /// The median seconds until an answer. With a limit, a quarter of the objects is in memory.
  double run(boolean limited) {
    var seconds = new double[questions];
    try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
      job.run(world -> {
        var mobile = MobileObjects.of(world);
        if (limited) {
          Residence.of(mobile).in(folder).limit(8L * words * OBJECTS / 4);
        }
        MobileType<double[]> type = mobile.type("plot", CODEC);
        List<MobilePointer<double[]>> plots = new ArrayList<>();
        boolean[] ends = {false};
        Rsr0 end = world.rsr0("end", source -> ends[0] = true);
        int[] answers = {0};
        Rsr0 answer = world.rsr0("answer", source -> answers[0]++);
        Rsr0 ask = world.rsr0("ask", answer::send);
        List<MobileRsr1<double[]>> visits = new ArrayList<>();
        visits.add(
            type.rsr1(
                "visit",
                (self, plot, walker) -> {
                  plot[(int) (walker & 7)] += RandomWalk.work(plot);
                  if (!ends[0]) {
                    long next = RandomWalk.next(walker);
                    visits.getFirst().send(plots.get((int) ((next >>> 33) % OBJECTS)), next);
                  }
                }));
        world.start();
        if (world.rank() == ASKED) {
          for (int i = 0; i < OBJECTS; i++) {
            plots.add(type.create(new double[words]));
          }
          for (int i = 0; i < WALKERS; i++) {
            visits.getFirst().send(plots.get(i), i);
          }
        } else {
          for (int i = -questions / 2; i < questions; i++) {
            int before = answers[0];
            long began = System.nanoTime();
            ask.send(ASKED);
            world.pollUntil(() -> answers[0] > before);
            seconds[Math.max(0, i)] = (System.nanoTime() - began) * 1e-9;
          }
          end.send(ASKED);
        }
        world.quiesce();
      });
    }
    return Statistics.median(seconds);
  }
}
