// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.RsrN;
import weft.Weft;
import weft.collective.Group;
import weft.collective.Operator;

/// `weft run hello`: a first check that everything works. Every rank sends every other rank a
/// request of each kind, and rank 0 reports how many arrived.
///
/// The start-up cache of ranks is also created with this program, because its class path is exactly
/// Weft's own. That is why it ends with a collective call.
public final class Hello {
  private static final int WORDS = 1 << 12;

  private Hello() {}

  /// Runs the program, which takes no arguments.
  public static void main(String[] args) {
    Weft.launch(
        args,
        world -> {
          var arrived = new long[1];
          var payload = new long[WORDS];
          Rsr0 knock = world.rsr0("knock", source -> arrived[0]++);
          Rsr1 one = world.rsr1("one", (source, a) -> arrived[0] += a);
          Rsr2 two = world.rsr2("two", (source, a, b) -> arrived[0] += a * b);
          Rsr3 three = world.rsr3("three", (source, a, b, c) -> arrived[0] += a * b * c);
          Rsr4 four = world.rsr4("four", (source, a, b, c, d) -> arrived[0] += a * b * c * d);
          RsrN many =
              world.rsrN(
                  "many",
                  (source, frame) -> {
                    frame.copyTo(0, payload, 0, WORDS);
                    arrived[0] += payload[source];
                  });
          Group all = Group.world(world);
          world.start();
          var mine = new long[WORDS];
          mine[world.rank()] = 1;
          for (int target = 0; target < world.size(); target++) {
            knock.send(target);
            one.send(target, 1);
            two.send(target, 1, 1);
            three.send(target, 1, 1, 1);
            four.send(target, 1, 1, 1, 1);
            many.send(target, mine);
          }
          world.quiesce();
          long requests = all.allreduce(arrived[0], Operator.SUM);
          long expected = 6L * world.size() * world.size();
          if (requests != expected) {
            throw new IllegalStateException(
                requests + " of " + expected + " requests arrived: Weft does not work here");
          }
          if (world.rank() == 0) {
            System.out.println(
                world.size()
                    + (world.size() == 1 ? " rank over " : " ranks over ")
                    + world.transport()
                    + ": all "
                    + requests
                    + " requests arrived.");
          }
        });
  }
}
