// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import weft.Rsr0;
import weft.Weft;

/// A program that waits, on all ranks, until there is a file of this name; then it ends well. Every
/// rank prints its process number first.
final class Patient {
  private Patient() {}

  public static void main(String[] args) {
    Path file = Path.of(args[0]);
    Weft.launch(
        args,
        world -> {
          var ended = new boolean[1];
          Rsr0 end = world.rsr0("end", source -> ended[0] = true);
          world.start();
          world.quiesce();
          System.out.println("rank " + world.rank() + " is " + ProcessHandle.current().pid());
          if (world.rank() == 0) {
            world.pollUntil(() -> Files.exists(file));
            for (int rank = 0; rank < world.size(); rank++) {
              end.send(rank);
            }
          }
          world.pollUntil(() -> ended[0]);
          world.quiesce();
          System.out.println("done");
        });
  }
}
