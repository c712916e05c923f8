// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.List;
import weft.Weft;

/// A program that does nothing, or, given an argument, that waits for ever after each rank has
/// printed its process id.
public final class Nothing {
  private Nothing() {}

  /// Arguments: none, or anything.
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
