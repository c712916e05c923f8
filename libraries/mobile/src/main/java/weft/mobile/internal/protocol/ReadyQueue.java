// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The objects of one rank that have mail, first in, first out. An object that leaves stays in the
/// queue until its turn.
final class ReadyQueue {
  private @Nullable Resident first;
  private @Nullable Resident last;
  private int size;

  int size() {
    return size;
  }

  /// Adds an object that has mail. A running object is added only when its handler has returned.
  void add(Resident object) {
    if (object.ready || object.running) {
      return;
    }
    object.ready = true;
    object.nextReady = null;
    Resident last = this.last;
    if (last == null) {
      first = object;
    } else {
      last.nextReady = object;
    }
    this.last = object;
    size++;
  }

  void forEach(Consumer<Resident> action) {
    for (Resident object = first; object != null; object = object.nextReady) {
      if (isHere(object)) {
        action.accept(object);
      }
    }
  }

  /// Takes the next object, and marks it as running; null if there is none.
  @Nullable Resident run() {
    for (Resident object = first; object != null; object = first) {
      first = object.nextReady;
      if (first == null) {
        last = null;
      }
      object.ready = false;
      object.nextReady = null;
      size--;
      if (isHere(object)) {
        object.running = true;
        return object;
      }
    }
    return null;
  }

  /// Whether an object can handle mail: it may have left, also its state alone.
  @SuppressWarnings("ReferenceEquality") // it may have returned as another instance
  private static boolean isHere(Resident object) {
    return object.place.here == object && object.waiting() > 0 && object.isPresent();
  }
}
