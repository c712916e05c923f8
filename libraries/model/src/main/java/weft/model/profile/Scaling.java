// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.model.CostChannel;
import weft.model.ModelException;
import weft.model.Platform;

/// Another platform than the measured one: "what if the network had ten times the bandwidth".
public final class Scaling {
  private static final List<String> WORDS =
      List.of("latency", "bandwidth", "memory-latency", "memory-bandwidth", "combining");

  private static final double LEAST = 1e-9;

  private Scaling() {}

  /// Changes a platform as `text` says, such as `latency=0.1,bandwidth=10`. `latency` multiplies
  /// the overheads of the channel between hosts, and `bandwidth` divides its movements; on a
  /// platform of one host, those of its memory. `memory-latency` and `memory-bandwidth` are those
  /// within a host. `combining` multiplies the speed of reductions.
  ///
  /// @throws ModelException if the text is wrong
  public static Platform apply(Platform platform, String text) {
    Map<String, Double> factors = new TreeMap<>();
    for (String part : text.split(",")) {
      String[] sides = part.strip().split("=", 2);
      if (sides.length < 2 || !WORDS.contains(sides[0])) {
        throw new ModelException(
            "\"%s\" is no scaling; write WORD=FACTOR, with one of the words %s"
                .formatted(part, String.join(", ", WORDS)));
      }
      if (factors.put(sides[0], factor(sides[1])) != null) {
        throw new ModelException("the scaling has " + sides[0] + " twice; give one factor");
      }
    }
    int far = platform.channels().size() > 1 ? Platform.NETWORK : Platform.LOCAL;
    List<CostChannel> channels = new ArrayList<>(platform.channels());
    channels.set(far, scaled(channels.get(far), factors, "latency", "bandwidth"));
    channels.set(
        Platform.LOCAL,
        scaled(channels.get(Platform.LOCAL), factors, "memory-latency", "memory-bandwidth"));
    double speed = factors.getOrDefault("combining", 1.0);
    return new Platform(
        platform.name() + " with " + text,
        channels,
        platform.computing().times(1 / speed),
        platform.calls(),
        platform.remarks());
  }

  private static CostChannel scaled(
      CostChannel channel, Map<String, Double> factors, String latency, String bandwidth) {
    return channel.times(
        factors.getOrDefault(latency, 1.0), 1 / factors.getOrDefault(bandwidth, 1.0));
  }

  private static double factor(String word) {
    try {
      double factor = Double.parseDouble(word);
      if (factor >= LEAST && factor <= 1 / LEAST) {
        return factor;
      }
    } catch (NumberFormatException e) {
      throw new ModelException("the factor \"" + word + "\" is no number");
    }
    throw new ModelException(
        "the factor " + word + " is not possible; factors are from 1e-9 to 1e9");
  }
}
