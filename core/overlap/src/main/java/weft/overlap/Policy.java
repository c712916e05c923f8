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
  EVERY_PASS
}
