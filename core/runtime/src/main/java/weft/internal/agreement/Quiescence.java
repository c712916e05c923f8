// SPDX-License-Identifier: Apache-2.0
package weft.internal.agreement;

import weft.WeftException;
import weft.internal.rank.Ledger;
import weft.internal.rank.Rank;

/// Termination detection by counting (Mattern's four counters). When one round finds as many
/// messages issued as the previous round found completed, nothing was in flight between the two.
///
/// With C and I the true numbers between the rounds: completed(first) ≤ C ≤ I ≤ issued(second),
/// since neither number falls. If the two ends are equal, C equals I. One balanced round alone
/// proves nothing: one rank may be counted before it sends, and another after it has received.
///
/// When two rounds find the same numbers, and these are unequal, a message is still under way.
/// Another round would find the same. Ranks then wait until the numbers of some rank change.
public final class Quiescence {
  /// The time for which handlers may keep sending after the last body has returned.
  private static final long END_NANOS = 2_000_000_000L;

  private Quiescence() {}

  public static void await(Rank rank, AgreementRounds rounds) {
    Ledger ledger = rank.ledger();
    var sums = new long[2];
    long issued = -1;
    long completed = -1;
    for (; ; ) {
      rank.loop().progress();
      rank.loop().step();
      long ownIssued = ledger.issued();
      long ownCompleted = ledger.completed();
      sums[0] = ownIssued;
      sums[1] = ownCompleted;
      rounds.quiesce(sums);
      if (sums[0] == completed) {
        return;
      }
      if (sums[0] == issued && sums[1] == completed) {
        rounds.awaitNews(
            "World.quiesce",
            issued - completed,
            () -> ledger.issued() != ownIssued || ledger.completed() != ownCompleted);
      }
      issued = sums[0];
      completed = sums[1];
    }
  }

  /// The collective end: delivers messages that are still in flight, with a warning.
  public static void finish(Rank rank, AgreementRounds rounds) {
    Ledger ledger = rank.ledger();
    var sums = new long[3];
    long completed = -1;
    long issued = -1;
    long began = 0;
    boolean said = false;
    for (; ; ) {
      rank.loop().progress();
      rank.loop().step();
      long ownIssued = ledger.issued();
      long ownCompleted = ledger.completed();
      sums[0] = ownIssued;
      sums[1] = ownCompleted;
      sums[2] = began != 0 && rank.waiting().nanoTime() - began > END_NANOS ? 1 : 0;
      rounds.end(sums);
      if (sums[0] == completed) {
        return;
      }
      boolean standing = sums[0] == issued && sums[1] == completed;
      completed = sums[1];
      if (began == 0 && rank.rank() == 0) {
        // The first round ends when the last body has returned.
        began = rank.waiting().nanoTime();
      }
      if (sums[2] > 0 && sums[0] > sums[1] && sums[0] > issued) {
        throw new WeftException(
            "all bodies have returned, but handlers keep sending: "
                + (sums[0] - sums[1])
                + " messages are in flight after two seconds; let the program end with"
                + " World.quiesce(), which shows where it never becomes quiescent");
      }
      issued = sums[0];
      if (sums[0] > sums[1] && rank.rank() == 0 && !said) {
        said = true;
        System.err.println(
            "weft: "
                + (sums[0] - sums[1])
                + " messages were still in flight when all bodies had returned; they are delivered"
                + " now. Call World.quiesce() before the body returns.");
      }
      if (standing) {
        rounds.awaitNews(
            "the end of the job",
            issued - completed,
            () -> ledger.issued() != ownIssued || ledger.completed() != ownCompleted);
      }
    }
  }
}
