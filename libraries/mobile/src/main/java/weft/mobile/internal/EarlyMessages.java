// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.util.ArrayList;
import java.util.List;
import weft.WeftException;
import weft.mobile.internal.protocol.ObjectPlace;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Router;

/// What is said of insertions that cannot be, and of messages whose element never came.
public final class EarlyMessages {
  private static final int NAMED = 8;

  private EarlyMessages() {}

  /// Fails at quiescence if messages that arrived before still wait for elements, because nothing
  /// can insert these any more.
  ///
  /// @param before the number of the rank's report that decides what arrived before
  public static void check(int rank, Router router, List<ArrayEntry> arrays, long before) {
    if (router.counts().early() == 0) {
      return;
    }
    var names = new ArrayList<String>();
    var messages = new int[1];
    router.forEachPlace((ObjectPlace place) -> {
      int early = place.early(before);
      if (early > 0) {
        messages[0] += early;
        long word = place.word();
        ArrayEntry array = arrays.get(ObjectWord.owner(word));
        names.add(array.name() + "[" + ObjectWord.serial(word) + "]");
      }
    });
    if (names.isEmpty()) {
      return;
    }
    names.sort(null);
    throw new WeftException(
        "nothing is in flight any more, but on rank "
            + rank
            + " "
            + messages[0]
            + (messages[0] == 1 ? " message waits" : " messages wait")
            + " for elements that were never inserted: "
            + String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
            + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "")
            + "; insert them, or do not send to them");
  }

  /// The failure of an insertion by rank `by`, while `holder` has the element.
  public static WeftException insertedTwice(String element, int by, int holder) {
    return new WeftException(
        "rank "
            + by
            + " has inserted "
            + element
            + ", but the index is in use: its element was last known on rank "
            + holder
            + "; remove that one, and insert again after World.quiesce");
  }

  /// The failure of an insertion by rank `by`, when no quiescence has followed the end of the
  /// element that had the index before.
  public static WeftException insertedTooEarly(String element, int by) {
    return new WeftException(
        "rank "
            + by
            + " has inserted "
            + element
            + " again too early: messages for the removed element may be in flight; insert it after"
            + " the first World.quiesce that follows the removal");
  }

  /// The failure of a send by `rank` before the start.
  public static RuntimeException beforeStart(int rank, String request) {
    return new IllegalStateException(
        "rank "
            + rank
            + " sends \""
            + request
            + "\" to an object before World.start(); register everything, then call start()");
  }
}
