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
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;
import weft.outofcore.Residence;

/// One object after the other rises from the disk of a server (rank 0) to an engine (rank 1), is
/// worked on there, comes back and sinks to the disk (DMCS, section 6.3).
final class Percolation {
  private static final int SERVER = 0;
  private static final int ENGINE = 1;
  private static final int OBJECTS = 8;
  private static final Codec<double[]> CODEC = Codecs.of(double[].class);

  private final Path folder;
  private final int bytes;
  private final int cycles;

  Percolation(Path folder, int bytes, int cycles) {
    this.folder = folder;
    this.bytes = bytes;
    this.cycles = cycles;
  }

  /// The seconds of one cycle; without a limit all objects are in memory.
  double run(boolean limited) {
    var seconds = new double[1];
    try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
      job.run(world -> {
        var objects = MobileObjects.of(world);
        if (limited) {
          Residence.of(objects).in(folder).limit(bytes + (bytes >> 1)); // one object
        }
        MobileType<double[]> type = objects.type("parcel", CODEC);
        var ended = new int[1];
        Rsr0 done = world.rsr0("done", source -> ended[0]++);
        List<MobileRsr0<double[]>> steps = new ArrayList<>();
        steps.add(
            type.rsr0(
                "rise",
                (self, parcel) -> {
                  steps.get(1).send(self.pointer());
                  self.migrate(ENGINE);
                }));
        steps.add(
            type.rsr0(
                "work",
                (self, parcel) -> {
                  steps.get(2).send(self.pointer());
                  self.migrate(SERVER);
                }));
        steps.add(type.rsr0("retire", (self, parcel) -> done.send(SERVER)));
        world.start();
        List<MobilePointer<double[]>> parcels = new ArrayList<>();
        if (world.rank() == SERVER) {
          for (int i = 0; i < OBJECTS; i++) {
            parcels.add(type.create(new double[bytes / Double.BYTES]));
          }
          for (int cycle = -cycles / 4; cycle < cycles; cycle++) {
            if (cycle == 0) {
              seconds[0] = -System.nanoTime() * 1e-9;
            }
            int before = ended[0];
            steps.get(0).send(parcels.get(Math.floorMod(cycle, OBJECTS)));
            world.pollUntil(() -> ended[0] > before);
          }
          seconds[0] += System.nanoTime() * 1e-9;
        }
        world.quiesce();
      });
    }
    return seconds[0] / cycles;
  }
}
