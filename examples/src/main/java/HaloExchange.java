// SPDX-License-Identifier: Apache-2.0

// How do I exchange edges with my neighbours while I compute?

import weft.Rsr2;
import weft.Weft;
import weft.World;

void main(String[] args) {
  Weft.launch(args, world -> new Rod(world, 96).run(400));
}

/// Heat in a rod. Each rank owns a piece of it, with one ghost cell at either end.
static final class Rod {
  private static final int LEFT = 0;
  private static final int RIGHT = 1;

  private final World world;
  private final int cells;
  private final int begin;
  private final int end;
  private final Rsr2 edge;
  private double[] now;
  private double[] then;

  // A neighbour can be at most one step ahead: two slots hold early messages.
  private final double[][] ghost = new double[2][2];
  private final long[][] step = {{-1, -1}, {-1, -1}};

  Rod(World world, int cells) {
    this.world = world;
    this.cells = cells;
    this.begin = cells * world.rank() / world.size();
    this.end = cells * (world.rank() + 1) / world.size();
    this.now = new double[end - begin + 2];
    this.then = new double[end - begin + 2];
    // Words are longs: a double is sent as its bits.
    this.edge =
        world.rsr2(
            "edge",
            (source, at, bits) -> {
              int side = source < world.rank() ? LEFT : RIGHT;
              ghost[side][(int) at & 1] = Double.longBitsToDouble(bits);
              step[side][(int) at & 1] = at;
            });
  }

  void run(int steps) {
    world.start();
    int middle = cells / 2;
    if (isMine(middle)) {
      now[middle - begin + 1] = 1000;
    }
    for (int at = 0; at < steps; at++) {
      advance(at);
    }
    if (isMine(middle)) {
      IO.println(
          "after " + steps + " steps the middle has " + now[middle - begin + 1] + " degrees");
    }
    world.quiesce();
  }

  private boolean isMine(int cell) {
    return begin <= cell && cell < end;
  }

  private void advance(int at) {
    int last = end - begin;
    if (begin > 0) {
      edge.send(world.rank() - 1, at, Double.doubleToRawLongBits(now[1]));
    }
    if (end < cells) {
      edge.send(world.rank() + 1, at, Double.doubleToRawLongBits(now[last]));
    }
    for (int i = 2; i < last; i++) { // the interior needs no neighbour
      relax(i);
    }
    world.pollUntil(() -> has(LEFT, at, begin > 0) && has(RIGHT, at, end < cells));
    now[0] = begin > 0 ? ghost[LEFT][at & 1] : now[1];
    now[last + 1] = end < cells ? ghost[RIGHT][at & 1] : now[last];
    relax(1);
    if (last > 1) {
      relax(last);
    }
    double[] old = now;
    now = then;
    then = old;
  }

  private boolean has(int side, int at, boolean neighbour) {
    return !neighbour || step[side][at & 1] == at;
  }

  private void relax(int i) {
    then[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
  }
}
