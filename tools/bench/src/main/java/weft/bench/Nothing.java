// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.List;
import weft.Weft;

/// A program that does nothing. With an argument, each rank prints its process id and waits
/// forever.
public final class Nothing {
  private Nothing() {}

  /// Runs the program; its arguments are none, or any.
  public static void main(String[] args) {
    Weft.launch(
        args,
        world -> {
          world.start();
          if (!world.args().equals(List.of())) {
            System.out.println("pid " + ProcessHandle.current().pid());
            world.pollUntil(() -> false);
          }
        });
  }
}
