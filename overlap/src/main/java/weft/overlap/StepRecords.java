// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// What a rank has to send in one step of an [OverlapLoop]: for each target some records, in order.
public interface StepRecords {
  /// How many records go to `target` in each step.
  int count(int target);

  /// Pushes record `index` of those for `target`, by a `tryPush`, and returns what that returned.
  boolean tryPush(int target, int index);
}
