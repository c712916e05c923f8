// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import weft.Reduction;
import weft.Rsr0;
import weft.Rsr2;
import weft.RsrN;
import weft.Weft;

/// `weft run hello`: a first check that everything works. Every rank sends every other one a
/// request of each kind, and rank 0 says what arrived.
///
/// It is also what the start-up cache of ranks is made with, because its class path is Weft's own
/// and no more.
public final class Hello {
  private static final int WORDS = 1 << 12;

  private Hello() {}

  /// Runs it; it takes no arguments.
  public static void main(String[] args) {
    Weft.launch(
        args,
        world -> {
          var sums = new long[2];
          var words = new long[WORDS];
          Rsr0 knock = world.rsr0("knock", source -> sums[0]++);
          Rsr2 add = world.rsr2("add", (source, a, b) -> sums[0] += a * b);
          RsrN fill =
              world.rsrN(
                  "fill",
                  (source, payload) -> {
                    payload.copyTo(0, words, 0, WORDS);
                    sums[1] += words[source];
                  });
          world.start();
          words[world.rank()] = 1;
          var mine = words.clone();
          for (int target = 0; target < world.size(); target++) {
            knock.send(target);
            add.send(target, 2, 3);
            fill.send(target, mine);
          }
          world.quiesce();
          long requests = world.allreduce(Reduction.SUM, sums[0]) / 7 * 2;
          requests += world.allreduce(Reduction.SUM, sums[1]);
          long expected = 3L * world.size() * world.size();
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
