// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

/// What a worker thread hands to a rank.
@FunctionalInterface
public interface Work {
  /// Runs it, on the rank's thread.
  void run() throws Exception;
}
