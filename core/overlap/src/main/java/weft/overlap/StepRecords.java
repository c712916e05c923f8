// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// The records that a rank sends in one step of an [OverlapLoop]: for each target some records, in
/// order.
public interface StepRecords {
  /// Returns the number of records for `target` in each step.
  int count(int target);

  /// Pushes record `index` of those for `target` by a `tryPush`, and returns the result of that
  /// call.
  boolean tryPush(int target, int index);
}
