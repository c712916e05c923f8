// SPDX-License-Identifier: Apache-2.0
package tuning;

import java.util.concurrent.atomic.AtomicLong;
import weft.Weft;
import weft.World;
import weft.overlap.OverlapLoop;
import weft.overlap.StepRecords;
import weft.overlap.Tuner;
import weft.overlap.WordChannel;

/// How does a program use a tuner of its own? It implements `Tuner`, gives it to the loop, and
/// restores it by the function that it passes to `Tuner.load`.
final class OwnTuner {
  private static final int STEPS = 30;
  private static final int RECORDS = 50;

  /// Doubles p while that pays.
  static final class Doubling implements Tuner {
    private double p;
    private double best;

    Doubling(double p, double best) {
      this.p = p;
      this.best = best;
    }

    @Override
    public double value() {
      return p;
    }

    @Override
    public void step(double cost) {
      if (cost > 0 && cost < best) {
        best = cost;
        p *= 2;
      }
    }

    @Override
    public String save() {
      return "doubling " + p + " " + best;
    }

    static Doubling load(String saved) {
      String[] words = saved.split(" ", -1);
      if (words.length != 3 || !words[0].equals("doubling")) {
        throw new IllegalArgumentException("not a tuner of this program: " + saved);
      }
      return new Doubling(Double.parseDouble(words[1]), Double.parseDouble(words[2]));
    }
  }

  static void main(String[] args) {
    Weft.launch(args, OwnTuner::run);
  }

  private static void run(World world) {
    var received = new AtomicLong();
    OverlapLoop loop = OverlapLoop.of(world);
    WordChannel words = loop.words("words", (source, word) -> received.addAndGet(word));
    world.start();
    var perSource = new int[world.size()];
    perSource[world.previous()] = RECORDS;
    Tuner tuner = new Doubling(1, Double.POSITIVE_INFINITY);
    loop.expect(perSource).send(words, toNext(world, words)).compute(1000, i -> {}).tune(tuner);
    for (int step = 0; step < STEPS; step++) {
      loop.run();
    }
    Tuner next = Tuner.load(tuner.save(), Doubling::load);
    world.quiesce();
    if (world.rank() == 0) {
      boolean same = next.value() == tuner.value();
      IO.println("rank 0 received " + received + ", its tuner resumes alike: " + same);
    }
  }

  private static StepRecords toNext(World world, WordChannel words) {
    return new StepRecords() {
      @Override
      public int count(int target) {
        return target == world.next() ? RECORDS : 0;
      }

      @Override
      public boolean tryPush(int target, int index) {
        return words.tryPush(target, 1);
      }
    };
  }
}
