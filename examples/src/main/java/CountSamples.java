// SPDX-License-Identifier: Apache-2.0

// Where does the time of my program go?

import java.util.SplittableRandom;
import weft.Rsr1;
import weft.Rsr2;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

static final int SAMPLES = 200_000;
static final int BINS = 64;

void main(String[] args) {
  Weft.launch(args, this::run);
}

/// Counts samples of a normal distribution in bins that are equally likely. There are three ways:
/// `slow`, `spread` and `local`.
void run(World world) {
  String way = world.args().isEmpty() ? "slow" : world.args().getFirst();
  var counts = new long[BINS];
  Rsr1 classify = world.rsr1("classify", (source, bits) -> counts[bin(bits)]++);
  Rsr1 count = world.rsr1("count", (source, bin) -> counts[(int) bin]++);
  Rsr2 add = world.rsr2("add", (source, bin, hits) -> counts[(int) bin] += hits);
  Group all = Group.world(world);
  world.start();

  var mine = new long[BINS];
  for (int i = world.rank(); i < SAMPLES; i += world.size()) {
    long sample = Double.doubleToRawLongBits(draw(i));
    switch (way) {
      case "slow" -> classify.send(0, sample);
      case "spread" -> {
        int bin = bin(sample);
        count.send(bin % world.size(), bin);
      }
      default -> mine[bin(sample)]++;
    }
  }
  if (way.equals("local")) {
    for (int bin = 0; bin < BINS; bin++) {
      add.send(bin % world.size(), bin, mine[bin]);
    }
  }
  world.quiesce();

  all.allreduce(counts, Operator.SUM);
  if (world.rank() == 0) {
    long fullest = 0;
    for (long hits : counts) {
      fullest = Math.max(fullest, hits);
    }
    IO.println(
        "of " + SAMPLES + " samples, " + fullest + " are in the fullest of " + BINS + " bins");
  }
}

/// Sample number `i`.
static double draw(int i) {
  var random = new SplittableRandom(i);
  double sum = -6;
  for (int k = 0; k < 12; k++) {
    sum += random.nextDouble();
  }
  return sum;
}

/// The bin of a sample: its share of the area below the bell curve, by Simpson's rule.
static int bin(long bits) {
  double x = Double.longBitsToDouble(bits);
  int steps = 64;
  double h = (x + 6) / steps;
  double area = 0;
  for (int k = 0; k <= steps; k++) {
    double at = -6 + k * h;
    int weight = k == 0 || k == steps ? 1 : k % 2 == 1 ? 4 : 2;
    area += weight * StrictMath.exp(-at * at / 2);
  }
  double share = area * h / 3 / Math.sqrt(2 * Math.PI);
  return Math.clamp((long) (share * BINS), 0, BINS - 1);
}
