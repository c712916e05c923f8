// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

/// Features that are left out while their defects are mended.
final class Switches {
  static final boolean INSERT_IN_ROUNDS = false;
  static final boolean REUSE = false;

  /// Messages to an element that is inserted in the same phase, from others than its inserter.
  static final boolean EARLY = false;

  /// The sender of what results of reductions and actions for undelivered messages send.
  static final boolean SENDER = false;

  private Switches() {}
}
