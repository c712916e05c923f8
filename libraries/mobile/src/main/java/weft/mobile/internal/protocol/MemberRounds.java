// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.Arrays;
import weft.codec.Reader;
import weft.codec.Writer;

/// Where one array element is in each reduction over its array: the round of its next contribution,
/// how many elements it has inserted since its last one, and its generation in that round. It moves
/// with the element.
///
/// The generation tells a home how it learns that the element belongs to the round:
///
/// - [#MEMBER]: it contributed to the round before, or is an initial element.
/// - [#BY_RANK]: a rank inserted it, and this is its first round.
/// - [#BY_ELEMENT] or more: an element inserted it, and this is its first round. If the inserting
///   element itself is new in the same round, the generation is one greater than that element's.
public final class MemberRounds {
  /// The generation of an element that is not new in the round.
  public static final int MEMBER = 0;

  /// The generation of an element that a rank inserted.
  public static final int BY_RANK = 1;

  /// The least generation of an element that an element inserted.
  public static final int BY_ELEMENT = 2;

  private static final int WORDS = 3;
  private static final long[] NONE = {};

  /// Per reduction: round, children, generation.
  private long[] words = NONE;

  /// Creates the rounds of an initial element: 0 everywhere.
  public MemberRounds() {}

  private long get(int reduction, int word) {
    int at = WORDS * reduction + word;
    return at < words.length ? words[at] : 0;
  }

  private int at(int reduction) {
    int at = WORDS * reduction;
    if (at >= words.length) {
      words = Arrays.copyOf(words, at + WORDS);
    }
    return at;
  }

  /// The round to which the element contributes next.
  public long round(int reduction) {
    return get(reduction, 0);
  }

  /// How many elements it has inserted that enter in this round.
  public long children(int reduction) {
    return get(reduction, 1);
  }

  /// Its generation in this round.
  public int generation(int reduction) {
    return (int) get(reduction, 2);
  }

  /// The generation of an element that this one inserts.
  public int childGeneration(int reduction) {
    return Math.max(BY_ELEMENT, generation(reduction) + 1);
  }

  /// Lets the element enter in `round`.
  public void enter(int reduction, long round, int generation) {
    int at = at(reduction);
    words[at] = round;
    words[at + 2] = generation;
  }

  /// Counts one inserted element.
  public void addChild(int reduction) {
    int at = at(reduction);
    words[at + 1]++;
  }

  /// Goes on to the next round.
  public void next(int reduction) {
    int at = at(reduction);
    words[at]++;
    words[at + 1] = 0;
    words[at + 2] = MEMBER;
  }

  void write(Writer out) {
    out.writeLongs(words);
  }

  void read(Reader in) {
    words = in.readLongs();
  }
}
