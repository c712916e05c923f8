// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.rounds;

/// The messages of one reduction from a home to the root. They arrive in the order in which they
/// were sent.
public interface RootLink {
  /// Records that have arrived at the home since the last report.
  ///
  /// @param generation the generation of their elements; see
  ///   [weft.mobile.internal.protocol.MemberRounds]
  /// @param records how many elements have contributed or ended
  /// @param contributions how many of them have contributed
  /// @param children how many elements these have inserted that enter in this round
  void report(long round, int generation, long records, long contributions, long children);

  /// Answers to [RootRounds]' closing of a round: this rank has inserted an element that enters in
  /// this round.
  void inserted(long round, long index, long phase);

  /// Answers to the closing of a round: the result of one block.
  void block(long round, long block, long bits);

  /// Ends the answer; `contributions` is their number at this home.
  void answer(long round, long contributions);

  /// The job ends, and this round is not complete here.
  void left(long round);

  /// The job ends, and this element has not contributed to the round; or it has, meanwhile.
  void missing(long round, long index, boolean isMissing);
}
