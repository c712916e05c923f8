// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import weft.WeftException;
import weft.layer.BudgetShare;
import weft.mobile.internal.protocol.Resident;

/// Counts the messages that wait on one rank for objects to handle them, against the rank's budget.
final class KeptMail {
  /// Bytes charged for each message in addition to its payload.
  private static final int OVERHEAD = 48;

  private final ObjectRank rank;
  private final BudgetShare share;
  private final long budget;

  /// A second limit: half of the budget may be more than a small heap can hold.
  private final long heapPart = Runtime.getRuntime().maxMemory() / 16;

  KeptMail(ObjectRank rank) {
    this.rank = rank;
    this.share = rank.layer.counts().budgetShare("messages for objects that have not run");
    this.budget = rank.layer.counts().budget();
  }

  /// Returns whether a send of the body should first let objects run.
  boolean isMuch() {
    return share.isHalfFull() || share.taken() > heapPart;
  }

  /// Returns whether so little mail is in memory that no more need go to a store.
  boolean isLittle() {
    return share.taken() < budget >> 3 && share.taken() < heapPart;
  }

  /// Charges `messages` more messages, or releases them if both numbers are negative.
  ///
  /// @throws WeftException if the rank exceeds its budget and this mail takes more than half of it.
  ///   The bytes of other owners alone, such as one huge payload, do not fail the rank
  void add(int messages, long bytes) {
    long change = (long) OVERHEAD * messages + bytes;
    if (change <= 0) {
      share.give(-change);
      return;
    }
    share.take(change);
    if (share.taken() > budget >> 1 || share.taken() > 2 * heapPart) {
      rank.storeMail();
      if (!share.fits(0) && share.taken() > budget >> 1) {
        throw tooMuch();
      }
    }
  }

  private WeftException tooMuch() {
    var most = new Resident[1];
    rank.router.forEachHere(it -> {
      if (most[0] == null || it.waitingBytes() > most[0].waitingBytes()) {
        most[0] = it;
      }
    });
    Resident object = most[0];
    return new WeftException(
        "rank "
            + rank.rank()
            + " keeps "
            + share.owners()
            + ", and the budget is "
            + budget
            + " bytes"
            + (object == null || object.waiting() == 0 || !object.mail().hasFirst()
                ? ""
                : "; " + describe(object))
            + "; send less at a time, let this rank wait more often, or raise the budget (--budget)");
  }

  private String describe(Resident object) {
    var mail = object.mail();
    return object.waiting()
        + " messages are for "
        + rank.name(object.word())
        + ", the next one \""
        + rank.request(mail.request()).name()
        + "\" from "
        + rank.names.sender(mail.sender());
  }
}
