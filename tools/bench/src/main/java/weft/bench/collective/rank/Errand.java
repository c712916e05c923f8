// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

/// A request of the driver that a rank can execute.
public interface Errand {
  /// Executes the request with the words `words`, and returns the line of the answer.
  String run(String[] words);
}
