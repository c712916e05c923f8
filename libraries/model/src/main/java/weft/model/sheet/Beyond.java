// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.ArrayList;
import java.util.List;
import weft.model.CostChannel;
import weft.model.Platform;

/// Says where a question goes beyond what a profile has measured.
public final class Beyond {
  private static final long FAR = 4;

  private Beyond() {}

  /// A sentence for each measured range that the question leaves: the bytes by more than four
  /// times, the movements at once at all. Empty if there is none.
  public static List<String> remarks(Platform platform, long bytes, int ranksOfAHost, int hosts) {
    List<String> found = new ArrayList<>();
    int channels = Math.min(hosts > 1 ? 2 : 1, platform.channels().size());
    for (int i = 0; i < channels; i++) {
      CostChannel channel = platform.channel(i);
      long most = channel.transfer().mostBytes();
      if (bytes / FAR > most) {
        found.add(
            "%,d bytes are far beyond the %,d that were measured on the channel %s; the last slope goes on."
                .formatted(bytes, most, channel.name()));
      }
      int together = channel.transfer().mostCount();
      if (ranksOfAHost > together) {
        found.add(
            "%d ranks of a host may be more than the %d movements at once that were measured on the channel %s; beyond, contention is extrapolated."
                .formatted(ranksOfAHost, together, channel.name()));
      }
    }
    return found;
  }
}
