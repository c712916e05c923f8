// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

/// Work that a thread submits to a rank.
@FunctionalInterface
public interface Work {
  /// Runs it, on the rank's thread.
  void run() throws Exception;
}
