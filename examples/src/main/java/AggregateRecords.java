// SPDX-License-Identifier: Apache-2.0
import weft.Weft;
import weft.collective.Group;
import weft.collective.Operator;
import weft.overlap.Channel;
import weft.overlap.WordChannel;

/// How do I send many small records without a message for each? A channel combines the records for
/// each rank.
void main(String[] args) {
  Weft.launch(
      args,
      world -> {
        Group all = Group.world(world);
        var counts = new long[100];
        WordChannel adds = Channel.words(world, "add", (source, entry) -> counts[(int) entry]++);
        world.start();

        int records = 100_000;
        for (int i = 0; i < records; i++) {
          long key = (i * 2654435761L + world.rank()) >>> 8;
          adds.push((int) (key % world.size()), key / world.size() % counts.length);
        }
        world.quiesce(); // flushes, and returns when every handler has run

        long mine = 0;
        for (long count : counts) {
          mine += count;
        }
        long sum = all.allreduce(mine, Operator.SUM);
        if (world.rank() == 0) {
          IO.println("all ranks together counted " + sum + " records");
        }
      });
}
