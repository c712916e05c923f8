// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// Lets the stress tests tick an inbox when they want to, not every so many polls.
public final class Ticks {
  private Ticks() {}

  /// One tick of `inbox`.
  public static void tick(Inbox inbox) {
    inbox.tick();
  }
}
