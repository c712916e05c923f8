// SPDX-License-Identifier: Apache-2.0

// How do I send an array?

import weft.RsrN;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, this::run);
}

void run(World world) {
  var columns = new double[world.size()][];
  RsrN column =
      world.rsrN(
          "column",
          (source, payload) -> {
            var values = new double[(int) (payload.size() / Double.BYTES)];
            payload.copyTo(0, values, 0, values.length); // the payload is invalid after the return
            columns[source] = values;
          });
  world.start();

  var mine = new double[100_000]; // larger than a frame: sent in fragments, in order
  Arrays.fill(mine, world.rank() + 1);
  column.send(0, mine);
  mine[0] = -1; // send has copied the array: rank 0 does not see this
  world.quiesce();

  if (world.rank() == 0) {
    for (double[] values : columns) {
      IO.println("a column of " + values.length + " values, each " + values[0]);
    }
  }
}
