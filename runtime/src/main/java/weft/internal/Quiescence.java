// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import weft.WeftException;

/// Termination detection by counting (Mattern's four counters): when two rounds that follow each
/// other find as many messages completed as issued, and the same number, nothing was in flight
/// between them.
final class Quiescence {
  /// How long the end of a job waits for messages that never come to rest.
  private static final long END_NANOS = 2_000_000_000L;

  private Quiescence() {}

  static void await(Engine engine, Rounds rounds) {
    var sums = new long[2];
    long before = -1;
    for (; ; ) {
      engine.progress();
      sums[0] = engine.issued();
      sums[1] = engine.completed();
      rounds.quiesce(sums);
      if (sums[0] == sums[1] && sums[0] == before) {
        return;
      }
      before = sums[0];
    }
  }

  /// The collective end: delivers what is still in flight, and says so.
  static void finish(Engine engine, Rounds rounds) {
    var sums = new long[3];
    long before = -1;
    long began = System.nanoTime();
    boolean said = false;
    for (; ; ) {
      engine.progress();
      sums[0] = engine.issued();
      sums[1] = engine.completed();
      sums[2] = engine.rank() == 0 && System.nanoTime() - began > END_NANOS ? 1 : 0;
      rounds.end(sums);
      if (sums[0] == sums[1] && sums[0] == before) {
        return;
      }
      before = sums[0];
      if (sums[2] > 0) {
        throw new WeftException(
            "all bodies have returned, but handlers go on sending: "
                + (sums[0] - sums[1])
                + " messages are in flight after two seconds; let the program end with"
                + " World.quiesce(), which shows where it never comes to rest");
      }
      if (sums[0] != sums[1] && engine.rank() == 0 && !said) {
        said = true;
        System.err.println(
            "weft: "
                + (sums[0] - sums[1])
                + " messages were still in flight when all bodies had returned; they are delivered"
                + " now. Call World.quiesce() before the body returns.");
      }
    }
  }
}
