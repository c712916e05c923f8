// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

/// Who counts the messages of a handler. Each handler has one answer, fixed when it is registered,
/// and the same on every rank.
public enum Counted {
  /// The program's: quiescence waits for it, and `World.counters` shows it.
  BY_PROGRAM,

  /// The runtime's, on behalf of a call of the program: only quiescence waits for it.
  BY_QUIESCENCE,

  /// Not counted: whoever sends it waits for it in another way, or not at all.
  NOT
}
