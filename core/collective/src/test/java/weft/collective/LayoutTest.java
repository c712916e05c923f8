// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.Weft;
import weft.World;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Layout;
import weft.collective.schedule.Shape;

class LayoutTest {
  private static final int COUNT = 5000;

  @Test
  void aGroupTakesTheRulesForTheLayoutThatItHasDeclared() {
    Weft.launch(new String[] {"--weft-ranks", "3"}, LayoutTest::body);
  }

  private static void body(World world) {
    Group group = Group.world(world);
    world.start();
    group.using(
        Choices.parse(
            "rules",
            List.of(
                "allreduce * * ring 1k 4 arrays",
                "allreduce * * tree 2k 4 registered",
                "allreduce * * slices 4k 4")));
    double[] in = new double[COUNT];
    double[] out = new double[COUNT];
    Arrays.fill(in, world.rank() + 1);
    Operation sum = Operation.allreduce(Data.of(in), Data.of(out), Operator.SUM);
    check(group, sum, out, "slices");
    group.layout(Layout.ARRAYS);
    check(group, sum, out, "ring");
    check(group.dup(), sum, out, "ring");
    group.layout(Layout.REGISTERED);
    check(group, sum, out, "tree");
    group.layout(Layout.ANY);
    check(group, sum, out, "slices");
  }

  /// Runs the prepared operation, by the algorithm that the group chooses now.
  private static void check(Group group, Operation sum, double[] out, String algorithm) {
    Shape shape = new Shape().set(Collective.ALLREDUCE, 3, group.rank(), 0);
    assertThat(group.runner.settings.choose(shape.amount(8L * COUNT, 8)).name())
        .isEqualTo(algorithm);
    Arrays.fill(out, -1);
    group.run(sum);
    assertThat(out).containsOnly(6);
  }
}
