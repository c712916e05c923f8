// SPDX-License-Identifier: Apache-2.0
package weft.system.project;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import weft.GlobalPointer;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// A program that uses a little of everything: collective operations of one value and of many, and
/// a word of registered memory.
final class SmallProgram {
  private SmallProgram() {}

  public static void main(String[] args) {
    Weft.launch(args, SmallProgram::run);
  }

  private static void run(World world) {
    Group all = Group.world(world);
    world.start();
    long sum = all.allreduce(world.rank() + 1L, Operator.SUM);
    var many = new double[100_000];
    Arrays.fill(many, (double) sum);
    all.allreduce(many, Operator.SUM);

    GlobalPointer word = world.heap().mallocAll(Long.BYTES);
    world.memory().put(new long[] {(long) many[99_999]}, 0, word.at(world.next()), 0, 1);
    world.memory().fence(world.next());
    all.barrier();
    long given = world.heap().segment(word, Long.BYTES).get(ValueLayout.JAVA_LONG, 0);
    if (world.rank() == 0) {
      System.out.println(
          world.size() + " ranks, " + world.transport() + ", " + world.args() + ", sum " + given);
    }
  }
}
