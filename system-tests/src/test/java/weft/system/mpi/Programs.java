// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

/// Source files that the tests of this package run.
final class Programs {
  /// Passes a number around, and does at the end what its argument says.
  static final String RING =
      """
      import weft.*;

      void main(String[] args) {
        Weft.launch(args, world -> {
          var hops = new long[1];
          Rsr1 pass = world.rsr1("pass", (source, n) -> hops[0] = n);
          world.start();
          if (world.rank() == 0) pass.send(world.next(), 1);
          world.pollUntil(() -> hops[0] != 0);
          if (world.rank() != 0) pass.send(world.next(), hops[0] + 1);
          world.quiesce();
          String way = world.args().isEmpty() ? "" : world.args().getFirst();
          IO.println("rank " + world.rank() + " of " + world.size() + " over " + world.transport()
              + ": " + hops[0] + (way.equals("wait") ? " pid " + ProcessHandle.current().pid() : ""));
          switch (way) {
            case "exit" -> { if (world.rank() == 1) System.exit(7); }
            case "throw" -> { if (world.rank() == 1) throw new IllegalStateException("the dog ate it"); }
            case "read" -> { if (world.rank() == 0) IO.println("read " + IO.readln()); }
            default -> { }
          }
          if (!way.isEmpty() && !way.equals("read")) world.pollUntil(() -> false);
        });
      }
      """;

  private Programs() {}
}
