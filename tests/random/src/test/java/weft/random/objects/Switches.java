// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

/// Features that are left out while their defects are mended.
final class Switches {
  static final boolean INSERT_IN_ROUNDS = true;
  static final boolean REUSE = true;

  /// Messages to an element that is inserted in the same phase, from others than its inserter.
  static final boolean EARLY = true;

  /// The sender of what results of reductions and actions for undelivered messages send.
  static final boolean SENDER = true;

  private Switches() {}
}
