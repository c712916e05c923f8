// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;

/// A registered handler of messages to objects.
///
/// @param name its name
/// @param number its number, which messages carry
/// @param kind the type of its objects
/// @param invoker runs it
record Request(String name, int number, Kind kind, Invoker invoker) {
  /// Decodes the payload of a message and runs its handler.
  @FunctionalInterface
  interface Invoker {
    void run(Self<?> self, Object state, MemorySegment memory, long at, long bytes);
  }

  @Override
  public String toString() {
    return name;
  }
}
