// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import weft.WeftException;
import weft.layer.BudgetShare;
import weft.layer.LayerCounts;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.protocol.Router;

/// Counts the messages that wait on one rank for objects to handle them, against the rank's budget.
final class KeptMail {
  /// Bytes charged for each message in addition to its payload.
  private static final int OVERHEAD = 48;

  private final ObjectTypes types;
  private final HostedObjects hosted;
  private final Router router;
  private final BudgetShare share;
  private final long budget;

  /// A second limit: half of the budget may be more than a small heap can hold.
  private final long heapPart = Runtime.getRuntime().maxMemory() / 16;

  KeptMail(LayerCounts counts, ObjectTypes types, HostedObjects hosted, Router router) {
    this.types = types;
    this.hosted = hosted;
    this.router = router;
    this.share = counts.budgetShare("messages for objects that have not run");
    this.budget = counts.budget();
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
      hosted.storeMail(this::isLittle);
      if (!share.fits(0) && share.taken() > budget >> 1) {
        throw tooMuch();
      }
    }
  }

  private WeftException tooMuch() {
    var most = new Resident[1];
    router.forEachHere(it -> {
      if (most[0] == null || it.waitingBytes() > most[0].waitingBytes()) {
        most[0] = it;
      }
    });
    Resident object = most[0];
    return new WeftException(
        "rank "
            + types.rank()
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
        + (object.waiting() == 1 ? " message is for " : " messages are for ")
        + types.name(object)
        + ", the next one \""
        + types.request(mail.request()).name()
        + "\" from "
        + types.names.sender(mail.sender());
  }
}
