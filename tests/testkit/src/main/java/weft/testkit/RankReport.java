// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

/// Receives the reports of a rank to the test while it runs. They are kept even if the rank is
/// killed.
public interface RankReport {
  /// Records that the rank begins a part of the program, to which a later failure belongs.
  void begin(String part);

  /// Records that the part is done.
  void passed(String part);

  /// Records any text for the test.
  void note(String text);
}
