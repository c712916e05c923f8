// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import weft.mobile.internal.protocol.Resident;

/// The objects that the program uses directly on one rank, for a while. They are pinned meanwhile.
public final class LentObjects {
  private final Consumer<Resident> leave;
  private final List<Resident> lent = new ArrayList<>();

  /// Calls `leave` for each returned object that is to move and does not run.
  public LentObjects(Consumer<Resident> leave) {
    this.leave = leave;
  }

  /// Lends an object until [#returnAll].
  public void lend(Resident object) {
    object.pin(1);
    lent.add(object);
  }

  /// Returns all objects. Those that leave are sent, and handlers may run and borrow others
  /// meanwhile.
  public void returnAll() {
    if (lent.isEmpty()) {
      return;
    }
    var returned = List.copyOf(lent);
    lent.clear();
    for (Resident object : returned) {
      object.pin(-1);
      if (object.isLeaving() && !object.isRunning()) {
        leave.accept(object);
      }
    }
  }
}
