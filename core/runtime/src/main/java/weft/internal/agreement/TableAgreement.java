// SPDX-License-Identifier: Apache-2.0
package weft.internal.agreement;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.WeftException;
import weft.internal.rank.Rank;

/// Compares the handler tables of all ranks: by digest, and by name only when the digests differ.
public final class TableAgreement {
  private final Rank rank;
  private final AgreementRounds rounds;

  public TableAgreement(Rank rank, AgreementRounds rounds) {
    this.rank = rank;
    this.rounds = rounds;
  }

  /// Returns when all ranks have the same table.
  ///
  /// @throws WeftException on every rank when they differ, naming the difference
  public void compare(String table) {
    long first = digest(table, 0xcbf29ce484222325L);
    long second = digest(table, 0x9e3779b97f4a7c15L);
    // The minimum of the complements is the complement of the maximum.
    long[] least = {first, ~first, second, ~second};
    rounds.start(least);
    if (least[0] == ~least[1] && least[2] == ~least[3]) {
      return;
    }
    throw new WeftException(difference(table));
  }

  private static long digest(String text, long seed) {
    long hash = seed;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
      hash ^= hash >>> 29;
    }
    return hash;
  }

  /// Every rank in turn broadcasts its table; each rank computes the difference.
  private String difference(String table) {
    Map<String, List<Integer>> owners = new TreeMap<>();
    for (int root = 0; root < rank.size(); root++) {
      byte[] mine = table.getBytes(StandardCharsets.UTF_8);
      var counted = new long[] {mine.length};
      rounds.show(root, counted);
      int length = (int) counted[0];
      var words = new long[(length + 7) / 8];
      if (root == rank.rank()) {
        for (int i = 0; i < length; i++) {
          words[i >> 3] |= (mine[i] & 0xFFL) << (8 * (i & 7));
        }
      }
      rounds.show(root, words);
      var theirs = new byte[length];
      for (int i = 0; i < length; i++) {
        theirs[i] = (byte) (words[i >> 3] >>> (8 * (i & 7)));
      }
      for (String line : new String(theirs, StandardCharsets.UTF_8).split("\n")) {
        if (!line.isEmpty()) {
          owners.computeIfAbsent(line, key -> new java.util.ArrayList<>()).add(root);
        }
      }
    }
    return sentence(owners);
  }

  private String sentence(Map<String, List<Integer>> owners) {
    var text = new StringBuilder("the ranks registered different handlers: ");
    String separator = "";
    for (Map.Entry<String, List<Integer>> entry : owners.entrySet()) {
      if (entry.getValue().size() == rank.size()) {
        continue;
      }
      String line = entry.getKey();
      int space = line.indexOf(' ');
      text.append(separator)
          .append('"')
          .append(line, space + 1, line.length())
          .append("\" (")
          .append(line, 0, space)
          .append(") only on ")
          .append(entry.getValue().size() == 1 ? "rank " : "ranks ")
          .append(ranks(entry.getValue()));
      separator = ", ";
    }
    return text.append("; register the same names with the same words on every rank before start()")
        .toString();
  }

  private static String ranks(List<Integer> ranks) {
    var text = new StringBuilder();
    for (int rank : ranks) {
      text.append(text.isEmpty() ? "" : ", ").append(rank);
    }
    return text.toString();
  }
}
