// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.Weft;
import weft.collective.Group;
import weft.collective.Operator;
import weft.overlap.OverlapLoop;
import weft.overlap.StepRecords;
import weft.overlap.Tuner;
import weft.overlap.VectorChannel;

/// How do ranks compute while their halos are in flight? Each rank has a part of a ring of cells.
/// In each step only its outermost cells need its neighbours' outermost cells.
void main(String[] args) {
  Weft.launch(
      args,
      world -> {
        Group all = Group.world(world);
        int cells = 1000;
        var now = new double[cells + 2];
        var next = new double[cells + 2];
        now[cells / 2] = world.rank() == 0 ? 1 : 0;

        OverlapLoop loop = OverlapLoop.of(world);
        VectorChannel halo =
            loop.vectors(
                "halo", (source, side, cell) -> now[side == 0 ? 0 : cells + 1] = cell.doubleAt(0));
        world.start();

        // Two records arrive in each step: one from each neighbour (two from one where there is
        // one).
        var from = new int[world.size()];
        from[world.previous()]++;
        from[world.next()]++;
        var first = MemorySegment.ofArray(new double[1]);
        loop.expect(from)
            .send(
                halo,
                new StepRecords() {
                  @Override
                  public int count(int target) {
                    return from[target];
                  }

                  @Override
                  public boolean tryPush(int target, int index) {
                    // With two ranks or one the same neighbour gets both ends.
                    boolean right = target == world.next() && index == 0;
                    first.setAtIndex(
                        ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, right ? now[cells] : now[1]);
                    return halo.tryPush(target, right ? 0 : 1, first);
                  }
                })
            .compute(cells - 2, i -> next[i + 2] = (now[i + 1] + 2 * now[i + 2] + now[i + 3]) / 4)
            .tune(Tuner.logQuadratic());

        for (int step = 0; step < 100; step++) {
          loop.run(); // the inner cells, while the halos are in flight
          next[1] = (now[0] + 2 * now[1] + now[2]) / 4;
          next[cells] = (now[cells - 1] + 2 * now[cells] + now[cells + 1]) / 4;
          System.arraycopy(next, 1, now, 1, cells);
        }
        world.quiesce();

        double sum = 0;
        for (int i = 1; i <= cells; i++) {
          sum += now[i];
        }
        double total = all.allreduce(sum, Operator.SUM);
        if (world.rank() == 0) {
          IO.println("all ranks together hold " + "%.6f".formatted(total));
        }
      });
}
