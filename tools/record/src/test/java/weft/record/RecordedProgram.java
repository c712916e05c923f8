// SPDX-License-Identifier: Apache-2.0
package weft.record;

import weft.Rsr1;
import weft.Weft;

/// A program of processes: its first argument says what it does.
public final class RecordedProgram {
  private RecordedProgram() {}

  public static void main(String[] args) {
    Weft.launch(
        args,
        world -> {
          if (world.args().getFirst().equals("talk")) {
            TraceTest.talk(world, 7);
            return;
          }
          Rsr1 count = world.rsr1("count", (source, n) -> {});
          world.start();
          for (int i = 0; i < 1000; i++) {
            count.send((world.rank() + 1) % world.size(), i);
          }
          world.quiesce();
          long end = System.nanoTime() + 100_000_000;
          world.pollUntil(() -> System.nanoTime() > end);
          if (world.rank() == 1) {
            Runtime.getRuntime().halt(137);
          }
          world.quiesce();
        });
  }
}
