// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// When an [OverlapLoop] does local computations.
public enum Policy {
  /// Only when no record arrived and none could be sent.
  ///
  /// Source: EasyMSG, Algorithm 2.1.
  WHEN_IDLE,

  /// In every pass.
  ///
  /// Source: EasyMSG, the listing of section 3.4.
  EVERY_PASS,

  /// In rounds, without looking whether records have arrived: each round starts one record for each
  /// target, does p computations, and waits for one record from each source. It is the baseline
  /// that overlap improves on. All records that a rank expects must be sent by the steps of others,
  /// not by handlers.
  ///
  /// Source: EasyMSG, Algorithm 1.1, whose n is p.
  IN_ROUNDS
}
