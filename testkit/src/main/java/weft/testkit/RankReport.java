// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

/// What a rank tells the test while it runs, kept even when the rank is killed.
public interface RankReport {
  /// The rank begins a part of the program; if it fails, it was in this part.
  void begin(String part);

  /// The part is done.
  void passed(String part);

  /// Anything that the test wants to know.
  void note(String text);
}
