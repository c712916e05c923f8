// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import weft.Weft;
import weft.World;

/// The program that Weft's ranks run: they do what their driver asks, slice after slice.
public final class CollectiveRank {
  private CollectiveRank() {}

  /// Arguments: the driver's socket, and where the data is: `arrays` or `segments`.
  public static void main(String[] args) {
    Weft.launch(args, CollectiveRank::body);
  }

  private static void body(World world) {
    var mail = new Mailbox(world, 16 * 4000);
    var plain = new PanelWork(world, mail);
    world.start();
    Map<String, Errand> errands =
        Map.of(
            Slice.RUN,
            new TimedLoop(world.size(), cell -> call(world, cell), world::barrier),
            Slice.BLOCK,
            new TimedBlock(world.size(), plain::call, world::barrier));
    try (var driver = new DriverLine(Path.of(world.args().get(0)), world.rank())) {
      driver.obey(errands);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Runnable call(World world, Cell cell) {
    if (!cell.name().equals("barrier")) {
      throw new IllegalArgumentException("this job knows no " + cell.name());
    }
    return world::barrier;
  }
}
