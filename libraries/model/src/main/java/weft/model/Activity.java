// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// A step of a sequence: a message, or a computation.
public sealed interface Activity permits Transmission, CombiningCost {
  /// Its time if it ran with `count` of its kind at once, in microseconds.
  double time(Platform platform, long bytes, double count);

  /// Its bytes.
  long bytes();

  /// The number of such steps that run at once.
  int count();

  /// It in the notation of τ-Lop, such as `2‖T¹(1000)`, for `bytes` bytes and `count` at once.
  String text(long bytes, int count);
}
