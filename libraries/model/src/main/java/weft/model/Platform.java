// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import weft.model.TauLopCost.CostTerm;

/// What a machine's communication costs: its channels, and how fast it combines data.
///
/// Channel 0 is between ranks of one host, channel 1 between hosts.
///
/// @param name what machine it is, for people
/// @param channels the channels, by number
/// @param computing how fast its ranks compute
/// @param calls what calls of collective operations cost besides their steps
/// @param remarks sentences for whoever uses it, such as that entries were smoothed
public record Platform(
    String name,
    List<CostChannel> channels,
    Computing computing,
    CallCosts calls,
    List<String> remarks) {
  /// The channel between ranks of one host.
  public static final int LOCAL = 0;

  /// The channel between hosts.
  public static final int NETWORK = 1;

  private static final String[] SUPERSCRIPTS = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

  /// Copies the collections.
  public Platform {
    if (channels.isEmpty()) {
      throw new ModelException("the platform " + name + " has no channel");
    }
    channels = List.copyOf(channels);
    remarks = List.copyOf(remarks);
  }

  /// A platform with channels alone.
  public static Platform of(String name, CostChannel... channels) {
    return new Platform(name, List.of(channels), Computing.UNKNOWN, CallCosts.NONE, List.of());
  }

  /// The channel with a number.
  ///
  /// @throws ModelException if there is none
  public CostChannel channel(int number) {
    if (number < 0 || number >= channels.size()) {
      throw new ModelException(
          number == NETWORK
              ? "the platform \"%s\" has no channel between hosts; ask about one host, or use another profile"
                  .formatted(name)
              : "the platform \"%s\" has the channels 0 to %d, and no channel %d"
                  .formatted(name, channels.size() - 1, number));
    }
    return channels.get(number);
  }

  /// The time of combining `bytes` bytes with the bytes at another place, by the operation `name`,
  /// or the usual one if that was not measured.
  public double combine(@Nullable String operation, long bytes) {
    Map<String, TimeTable> combining = computing.combining();
    TimeTable table = operation == null ? null : combining.get(operation);
    if (table == null) {
      table = combining.get("sum");
    }
    if (table == null && !combining.isEmpty()) {
      table = new TreeMap<>(combining).firstEntry().getValue();
    }
    if (table == null) {
      throw new ModelException(
          "the platform \"%s\" has no times of combining data; add a table \"combine sum\" to the profile"
              .formatted(name));
    }
    return bytes <= 0 ? 0 : table.at((double) bytes, 1);
  }

  /// The time of a fold `g(m, operands, targets)` in one pass: this rank's contribution and
  /// `operands` others, written to a place of this rank's, and to `targets` other ranks.
  ///
  /// @param isStaged whether the other ranks copy their result from where it is written
  public double fold(
      @Nullable String operation, long bytes, int operands, int targets, boolean isStaged) {
    double move = channel(LOCAL).read(bytes, 1);
    double first = operands == 0 ? move : combine(operation, bytes);
    double others =
        operands < 2 ? 0 : (operands - 1) * computing.operand() * combine(operation, bytes);
    TimeTable places = isStaged ? computing.stages() : computing.results();
    double place = places == null ? move : places.at((double) bytes, 1);
    return first + others + targets * place;
  }

  /// The terms of [#fold].
  public List<CostTerm> foldTerms(
      @Nullable String operation, long bytes, int operands, int targets, boolean isStaged) {
    List<CostTerm> terms = new ArrayList<>();
    CostChannel local = channel(LOCAL);
    String moved = (local.steps() == null ? "L⁰(" : "R⁰(") + bytes + ")";
    if (operands == 0) {
      terms.add(new CostTerm(1, moved, local.read(bytes, 1)));
    } else {
      double factor = 1 + (operands - 1) * computing.operand();
      terms.add(new CostTerm(factor, "g(" + bytes + ")", factor * combine(operation, bytes)));
    }
    if (targets > 0) {
      TimeTable places = isStaged ? computing.stages() : computing.results();
      String place = isStaged ? "s(" + bytes + ")" : "p(" + bytes + ")";
      terms.add(
          places == null
              ? new CostTerm(targets, moved, targets * local.read(bytes, 1))
              : new CostTerm(targets, place, targets * places.at((double) bytes, 1)));
    }
    return terms;
  }

  /// This platform with other channels.
  public Platform with(List<CostChannel> channels) {
    return new Platform(name, channels, computing, calls, remarks);
  }

  /// All costs multiplied by `factor`.
  public Platform times(double factor) {
    return new Platform(
        name,
        channels.stream().map(it -> it.times(factor, factor)).toList(),
        computing.times(factor),
        calls.times(factor),
        remarks);
  }

  /// The number of a channel as it is printed in `T⁰(m)`.
  public static String superscript(int channel) {
    StringBuilder text = new StringBuilder();
    for (char digit : Integer.toString(channel).toCharArray()) {
      text.append(SUPERSCRIPTS[digit - '0']);
    }
    return text.toString();
  }
}
