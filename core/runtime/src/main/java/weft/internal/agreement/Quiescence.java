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
      ledger.reported();
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

  /// The collective end. It delivers messages that are still in flight, with a warning if they are
  /// the program's. It waits for all messages, also those that quiescence ignores: after it a rank
  /// takes nothing from its rings, so a message left in one could keep its sender waiting.
  ///
  /// The first round ends when the last body has returned. Libraries then stop what they do by
  /// themselves ([Rank#allReturned]), so that the rounds come to an end.
  public static void finish(Rank rank, AgreementRounds rounds) {
    Ledger ledger = rank.ledger();
    var sums = new long[6];
    var endless = new EndlessSends();
    long completed = -1;
    long issued = -1;
    boolean first = true;
    boolean said = false;
    for (; ; ) {
      rank.loop().progress();
      rank.loop().step();
      long ownIssued = ledger.issuedToEnd();
      long ownCompleted = ledger.completedToEnd();
      sums[0] = ownIssued;
      sums[1] = ownCompleted;
      sums[2] = endless.isFound() ? 1 : 0;
      sums[3] = ledger.programsInFlight();
      sums[4] = ledger.takenOver();
      sums[5] = ledger.handedOver();
      rounds.end(sums);
      if (first) {
        first = false;
        rank.allReturned();
      }
      if (sums[0] == completed) {
        return;
      }
      if (sums[2] > 0 && sums[0] > sums[1]) {
        throw new WeftException(EndlessSends.sentence(sums[0] - sums[1]));
      }
      boolean standing = sums[0] == issued && sums[1] == completed;
      issued = sums[0];
      completed = sums[1];
      if (rank.rank() == 0) {
        endless.look(issued - sums[4], completed - sums[5], rank.waiting().nanoTime());
        if (sums[3] > 0 && !said) {
          said = true;
          System.err.println(
              "weft: "
                  + sums[3]
                  + (sums[3] == 1
                      ? " message was still in flight when all bodies had returned; it is"
                      : " messages were still in flight when all bodies had returned; they are")
                  + " delivered now. Call World.quiesce() before the body returns.");
        }
      }
      if (standing) {
        rounds.awaitNews(
            "the end of the job",
            issued - completed,
            () -> ledger.issuedToEnd() != ownIssued || ledger.completedToEnd() != ownCompleted);
      }
    }
  }
}
