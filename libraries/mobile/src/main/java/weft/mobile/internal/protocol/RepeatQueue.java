// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The objects of one rank for which a handler is to run once more ([RepeatedRequests]), first in,
/// first out. Those whose state is not in memory wait apart, so that others need not look at them.
/// An object that leaves, ends or comes back stays where it is until its turn.
final class RepeatQueue {
  private final ArrayDeque<Resident> present = new ArrayDeque<>();
  private final ArrayDeque<Resident> absent = new ArrayDeque<>();

  /// The number of objects in memory. Some may have left meanwhile.
  int size() {
    return present.size();
  }

  /// Adds an object, if a handler is to run once more for it.
  void add(Resident object) {
    if (object.repeats() == 0) {
      return;
    }
    if (!object.isPresent()) {
      addAbsent(object);
    } else if (!object.waitsToRepeat) {
      object.waitsToRepeat = true;
      present.add(object);
    }
  }

  private void addAbsent(Resident object) {
    if (!object.waitsAbsent) {
      object.waitsAbsent = true;
      absent.add(object);
    }
  }

  /// Passes each object in memory to `action`, but those in the queue of mail.
  void forEach(Consumer<Resident> action) {
    for (Resident object : present) {
      if (isHere(object) && object.isPresent() && !object.ready) {
        action.accept(object);
      }
    }
  }

  /// Takes the next object in memory; null if there is none.
  @Nullable Resident next() {
    for (Resident object = present.poll(); object != null; object = present.poll()) {
      object.waitsToRepeat = false;
      if (isHere(object)) {
        if (object.isPresent()) {
          return object;
        }
        addAbsent(object);
      }
    }
    return null;
  }

  /// Takes the next object that is not in memory; null if there is none.
  @Nullable Resident nextAbsent() {
    for (Resident object = absent.poll(); object != null; object = absent.poll()) {
      object.waitsAbsent = false;
      if (isHere(object) && !object.isPresent()) {
        return object;
      }
    }
    return null;
  }

  @SuppressWarnings("ReferenceEquality") // it may have returned as another instance
  private static boolean isHere(Resident object) {
    return object.place.here == object && object.repeats() > 0;
  }
}
