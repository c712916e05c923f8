// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.util.ArrayList;
import java.util.List;
import weft.layer.Layer;
import weft.mobile.internal.protocol.Router;

/// Describes the messages that wait on one rank, for status reports: for objects that have not run,
/// for elements that have not been inserted, and for earlier messages of their senders.
public final class WaitingMessages {
  private static final int NAMED = 8;

  private final Layer layer;
  private final Router router;
  private final ObjectNames names;

  /// What [#look] found, and what the rank had completed then. Other threads read both.
  private volatile String found = "";

  private volatile long completed;

  /// The report of the rank behind `layer`.
  public WaitingMessages(Layer layer, Router router, ObjectNames names) {
    this.layer = layer;
    this.router = router;
    this.names = names;
  }

  /// Describes what waits now. Any thread may call it.
  public String describe() {
    int ready = router.ready();
    long owed = router.owed();
    String kept =
        ready == 0
            ? ""
            : owed
                + (owed == 1 ? " message waits for " : " messages wait for ")
                + (ready == 1 ? "an object" : ready + " objects");
    String found = completed == layer.counts().completed() ? this.found : "";
    return kept + (kept.isEmpty() || found.isEmpty() ? "" : "; ") + found;
  }

  /// Finds what is missing while the rank waits for long. Only the rank's thread calls it.
  public void look() {
    var text = new ArrayList<String>();
    if (router.counts().early() > 0) {
      var elements = new ArrayList<String>();
      router.forEachPlace(place -> {
        if (place.early(Long.MAX_VALUE) > 0) {
          elements.add(names.of(place.word()));
        }
      });
      long early = router.counts().early();
      text.add(
          early
              + (early == 1 ? " message waits" : " messages wait")
              + " for elements that have not been inserted: "
              + list(elements));
    }
    var missing = new ArrayList<String>();
    router.forEachHere(object ->
        object.forEachMissing((sender, number, word) ->
            missing.add(
                "message " + number + " from " + names.sender(sender) + " to " + names.of(word))));
    if (!missing.isEmpty()) {
      text.add("later messages wait for these, which have not arrived: " + list(missing));
    }
    completed = layer.counts().completed();
    found = String.join("; ", text);
  }

  private static String list(List<String> names) {
    names.sort(null);
    int more = names.size() - NAMED;
    return String.join(", ", more > 0 ? names.subList(0, NAMED) : names)
        + (more > 0 ? " and " + more + " more" : "");
  }
}
