// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.Weft;
import weft.World;

/// The `main` of a rank that is a process: `RankMain DIRECTORY PROGRAM ARGS…`.
public final class RankMain {
  private @Nullable World ended;

  private RankMain() {}

  /// Joins the job and runs the program.
  public static void main(String[] args) throws Exception {
    new RankMain().run(Path.of(args[0]), args[1], Arrays.copyOfRange(args, 2, args.length));
  }

  private void run(Path directory, String name, String[] rest) throws Exception {
    RankProgram program = RankShell.program(name);
    Weft.launch(
        rest,
        world -> {
          ended = world;
          List<String> args = world.args();
          var log = new FileLog(directory, world.rank());
          RankShell.run(program, world, log, args, () -> FileLog.areOver(directory, world.size()));
        });
    World world = ended;
    if (world != null) {
      var log = new FileLog(directory, world.rank());
      try {
        program.after(world, log);
      } catch (Throwable thrown) {
        log.thrown(thrown);
        throw thrown;
      }
    }
  }
}
