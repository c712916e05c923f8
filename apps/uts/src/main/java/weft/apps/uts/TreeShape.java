// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rule for the number of children of a node, from the benchmark UTS (Olivier and others, "UTS:
/// An Unbalanced Tree Search Benchmark", 2006). The sample trees and their sizes are from its
/// distribution (sample_trees.sh).
///
/// @param kind the rule
/// @param branching the expected number of children of the root; in a binomial tree, their number
/// @param depth the depth that bounds geometric trees
/// @param children the number of children of a node of a binomial tree, if it has any
/// @param chance the probability that a node of a binomial tree has children
/// @param seed the seed of the root
record TreeShape(
    String name, Kind kind, double branching, int depth, int children, double chance, int seed) {
  /// A node of a geometric tree has at most this many children.
  private static final int MOST_CHILDREN = 100;

  /// The rules.
  enum Kind {
    /// The root has many children. Each other node has none or a fixed number.
    BINOMIAL,

    /// The same expected number of children down to the depth.
    FIXED,

    /// The expected number falls with the depth.
    LINEAR,

    /// The expected number rises and falls, down to five times the depth.
    CYCLIC
  }

  /// A tree of the distribution with its published size.
  record Sample(TreeShape shape, long nodes, long leaves, int depth) {}

  /// The sample trees: T1L of a hundred million nodes, the others of about four.
  static final List<Sample> SAMPLES =
      List.of(
          new Sample(geometric("T1L", Kind.FIXED, 4, 13, 29), 102_181_082, 81_746_377, 13),
          new Sample(geometric("T1", Kind.FIXED, 4, 10, 19), 4_130_071, 3_305_118, 10),
          new Sample(geometric("T2", Kind.CYCLIC, 6, 16, 502), 4_117_769, 2_342_762, 81),
          new Sample(binomial("T3", 2000, 8, 0.124875, 42), 4_112_897, 3_599_034, 1572),
          new Sample(geometric("T5", Kind.LINEAR, 4, 20, 34), 4_147_582, 2_181_318, 20));

  static TreeShape geometric(String name, Kind kind, double branching, int depth, int seed) {
    return new TreeShape(name, kind, branching, depth, 0, 0, seed);
  }

  static TreeShape binomial(String name, int branching, int children, double chance, int seed) {
    return new TreeShape(name, Kind.BINOMIAL, branching, 0, children, chance, seed);
  }

  /// The sample with this name, or null if there is none.
  static @Nullable Sample sample(String name) {
    return SAMPLES.stream()
        .filter(it -> it.shape.name.equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  /// The names of the samples, for a sentence.
  static String names() {
    return SAMPLES.stream().map(it -> it.shape.name).collect(Collectors.joining(", "));
  }

  /// The number of children of a node.
  ///
  /// @param height its distance from the root
  /// @param random its own random number, from 0 to 2³¹ − 1
  int childrenOf(int height, int random) {
    double uniform = random / 0x1p31;
    if (kind == Kind.BINOMIAL) {
      if (height == 0) {
        return (int) branching;
      }
      return uniform < chance ? children : 0;
    }
    // A geometric distribution with this mean, by the inverse of its cumulative distribution.
    double success = 1 / (1 + mean(height));
    double drawn = Math.floor(Math.log(1 - uniform) / Math.log(1 - success));
    return (int) Math.min(drawn, MOST_CHILDREN);
  }

  private double mean(int height) {
    if (height == 0) {
      return branching;
    }
    return switch (kind) {
      case FIXED -> height < depth ? branching : 0;
      case LINEAR -> branching * (1 - height / (double) depth);
      case CYCLIC ->
          height > 5 * depth ? 0 : Math.pow(branching, Math.sin(2 * Math.PI * height / depth));
      case BINOMIAL -> throw new IllegalStateException("a binomial tree has no mean by depth");
    };
  }
}
