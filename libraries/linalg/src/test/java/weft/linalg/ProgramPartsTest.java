// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import weft.Rsr0;
import weft.World;
import weft.collective.Group;
import weft.testkit.WeftTest;

/// The elements of a matrix may neither send nor wait; a listener may send.
final class ProgramPartsTest {
  @WeftTest(
      ranks = {2},
      transport = {"threads", "shm"})
  void elementsAndListeners(World world) {
    Group all = Group.world(world);
    var pings = new long[1];
    Rsr0 ping = world.rsr0("ping", source -> pings[0]++);
    world.start();
    try (Grid grid = Grid.of(world, all)) {
      assertThatThrownBy(() ->
              grid.matrix(
                  4,
                  4,
                  1,
                  (row, column) -> {
                    world.poll();
                    return 1;
                  }))
          .hasMessageContaining("World.poll was called on rank " + world.rank())
          .hasMessageContaining("in the elements of a matrix");
      assertThatThrownBy(() ->
              grid.matrix(
                  4,
                  4,
                  1,
                  (row, column) -> {
                    ping.send(world.next());
                    return 1;
                  }))
          .hasMessageContaining("a send of \"ping\" was called");
      var waits = new String[1];
      grid.onProgress((done, of) -> {
        ping.send(world.next());
        try {
          world.quiesce();
        } catch (IllegalStateException e) {
          waits[0] = String.valueOf(e.getMessage());
        }
      });
      try (DistributedMatrix a = grid.matrix(8, 8, 1, Elements.positiveDefinite(1, 8));
          Lu lu = a.lu()) {
        assertThat(lu).isNotNull();
      }
      assertThat(waits[0])
          .contains("World.quiesce was called on rank " + world.rank())
          .contains("the listener of Grid.onProgress");
      world.quiesce();
      assertThat(pings[0]).isPositive();
    }
  }
}
