// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Schedule;

/// The steps to be priced: those of all ranks, or those of one for all that do the same.
///
/// @param schedules the steps of each priced rank
/// @param ranks the numbers of the priced ranks in the group
/// @param first the index of the first step of each priced rank, and the number of steps
/// @param senders by index of a receive: the index of the send whose end it waits for; else −1
/// @param receivers by index of a send: the index of the receive that releases its bytes; else −1
/// @param ways by index of a send: the ordinal of its [DeliveryWay]
/// @param chunks the chunks that a rank may have in use
/// @param piece the bytes of one pull
/// @param isInOrder whether all ranks that do the same receive from the same rank at a time
@SuppressWarnings("ArrayRecordComponent") // large tables that are read only
record PricedRanks(
    Schedule[] schedules,
    int[] ranks,
    int[] first,
    int[] senders,
    int[] receivers,
    byte[] ways,
    int chunks,
    int piece,
    boolean isInOrder) {
  private static final DeliveryWay[] WAYS = DeliveryWay.values();

  /// All ranks of a sheet.
  static PricedRanks of(CostSheet sheet) {
    int size = sheet.size();
    Schedule[] schedules = new Schedule[size];
    int[] ranks = new int[size];
    int[] first = new int[size + 1];
    int steps = sheet.matching().steps();
    int[] senders = new int[steps];
    int[] receivers = new int[steps];
    byte[] ways = new byte[steps];
    for (int rank = 0; rank < size; rank++) {
      schedules[rank] = sheet.schedule(rank);
      ranks[rank] = rank;
      first[rank] = sheet.matching().first(rank);
      for (int step = 0; step < schedules[rank].length(); step++) {
        int index = first[rank] + step;
        byte kind = schedules[rank].kind(step);
        boolean isSend = kind == Schedule.SEND || kind == Schedule.OFFER;
        int partner = sheet.matching().partner(index);
        senders[index] = isSend ? -1 : partner;
        receivers[index] = isSend ? partner : -1;
        ways[index] = isSend ? (byte) sheet.way(index).ordinal() : 0;
      }
    }
    first[size] = steps;
    return new PricedRanks(
        schedules,
        ranks,
        first,
        senders,
        receivers,
        ways,
        sheet.chunks(),
        sheet.limits().piece(),
        false);
  }

  int size() {
    return schedules.length;
  }

  DeliveryWay way(int send) {
    return WAYS[ways[send]];
  }

  /// The way of what a receive takes; null for another step.
  @Nullable DeliveryWay arrival(int index) {
    return senders[index] < 0 ? null : way(senders[index]);
  }
}
