// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

/// Which counters include the messages of a handler. This is fixed for each handler when it is
/// registered, and is the same on every rank.
public enum Counted {
  /// The program's: quiescence waits for it, and `World.counters` shows it.
  BY_PROGRAM,

  /// The runtime's, on behalf of a call of the program: only quiescence waits for it.
  BY_QUIESCENCE,

  /// A library's, which no call waits for: only the end of the job waits for it.
  BY_END,

  /// Not counted: its sender waits for it in another way.
  NOT
}
