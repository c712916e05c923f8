// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.Weft;
import weft.World;
import weft.bench.collective.Cell;
import weft.bench.collective.PanelCell;
import weft.bench.collective.Placement;
import weft.bench.collective.Slice;
import weft.bench.collective.TableOfChoices;
import weft.bench.collective.TeamJobs;
import weft.collective.Group;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Layout;

/// The program of Weft's ranks: they execute the slices that their driver requests.
public final class CollectiveRank {
  private CollectiveRank() {}

  /// Arguments: the driver's socket, the memory of the data (`arrays` or `segments`), and
  /// `unchanged` if the sent data is not rewritten before each call.
  public static void main(String[] args) {
    Weft.launch(args, CollectiveRank::body);
  }

  private static void body(World world) {
    boolean registered = world.args().get(1).equals(TeamJobs.SEGMENTS);
    boolean unchanged = world.args().contains(TeamJobs.UNCHANGED);
    Choices choices = TableOfChoices.read();
    Group group = Group.world(world);
    var mail = new ArrayMailbox(world, PanelCell.LARGEST_SHARE);
    var calls = new TimedCalls(world, group, registered, choices);
    var panels = new PanelWork(world, group, mail, registered, choices);
    world.start();
    group.layout(registered ? Layout.REGISTERED : Layout.ARRAYS);
    Function<Cell, @Nullable Runnable> renewal = unchanged ? cell -> null : calls::renewal;
    Map<String, Errand> errands =
        Map.of(
            Placement.VERB, new Placement(world.rank()),
            Slice.RUN, new TimedLoop(world.size(), calls::of, renewal, group::barrier, false),
            Slice.TURN, new TimedLoop(world.size(), calls::of, renewal, group::barrier, true),
            Slice.BLOCK, new TimedBlock(world.size(), panels::of, group::barrier),
            WarmUp.VERB, WarmUp.COMPILED);
    try (var driver = new DriverLine(Path.of(world.args().get(0)), world.rank())) {
      driver.obey(errands);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
