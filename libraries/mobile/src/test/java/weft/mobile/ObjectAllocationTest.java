// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.codec.Reader;
import weft.testkit.Allocations;
import weft.testkit.WeftTest;

/// A message to an object allocates nothing.
final class ObjectAllocationTest {
  private static final int WARM = 60_000;
  private static final int FEW = 2_000;
  private static final int MANY = 42_000;
  private static final int OBJECTS = 16;
  private static final Codec<long[]> LONGS =
      Codecs.of("longs", (value, out) -> out.writeLongs(value), Reader::readLongs);

  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"})
  void nothingPerMessage(World world) {
    MobileType<long[]> type = MobileObjects.of(world).type("cell", LONGS);
    List<MobilePointer<long[]>> all = new ArrayList<>();
    List<MobileRsr2<long[]>> pass = new ArrayList<>();
    pass.add(
        type.rsr2(
            "pass",
            (self, cell, left, to) -> {
              cell[0] += left;
              if (left > 0) {
                // From one rank to the other, and now and then to the same.
                int next = (int) (to * 5 + 3) % OBJECTS;
                pass.get(0).send(all.get(next), left - 1, next);
              }
            }));
    MobileArray<long[]> cells = type.array("cells", OBJECTS, i -> new long[1]);
    for (int i = 0; i < OBJECTS; i++) {
      all.add(cells.at(i));
    }
    world.start();
    run(world, pass.get(0), all.get(0), WARM);
    long few = Allocations.ofThisThread(() -> run(world, pass.get(0), all.get(0), FEW));
    long many = Allocations.ofThisThread(() -> run(world, pass.get(0), all.get(0), MANY));
    // Quiescence and the first mailboxes allocate; a word for each message would be 640,000 bytes.
    assertThat(many - few).isLessThan(100_000);
  }

  private static void run(
      World world, MobileRsr2<long[]> pass, MobilePointer<long[]> first, int messages) {
    if (world.rank() == 0) {
      pass.send(first, messages, 0);
    }
    world.quiesce();
  }
}
