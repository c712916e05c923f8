// SPDX-License-Identifier: Apache-2.0
package weft.mobile.residence;

import org.jspecify.annotations.Nullable;

/// An object of a rank, as its keeper sees it. It is present or absent: with its state in memory,
/// or without.
public interface KeptObject {
  /// The word that names it.
  long word();

  /// The number of its type.
  int type();

  /// Whether its state is in memory.
  boolean isPresent();

  /// Whether its state can go now: no handler of it runs, nothing pins it, and it neither leaves
  /// nor ends.
  boolean isIdle();

  /// Whether the program has pinned it.
  boolean isPinned();

  /// The number of messages that wait for it.
  int waiting();

  /// What the keeper has set by [#setRecord].
  @Nullable Object record();

  /// Lets the keeper find its own record of the object.
  void setRecord(@Nullable Object record);
}
