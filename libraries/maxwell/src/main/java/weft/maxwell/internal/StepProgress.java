// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// Hears how far a computation is.
@FunctionalInterface
public interface StepProgress {
  /// Steps `done` of `of` are done.
  void at(int done, int of);
}
