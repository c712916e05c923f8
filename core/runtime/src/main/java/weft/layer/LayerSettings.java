// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.Program;
import weft.internal.rank.Rank;
import weft.internal.rank.Settings;
import weft.transport.JobSetting;

/// Settings of the job that concern one of Weft's own libraries.
public final class LayerSettings {
  private final Rank rank;

  LayerSettings(Rank rank) {
    this.rank = rank;
  }

  /// The setting of a library as the user gave it; null if it was not given. A library that uses a
  /// setting calls this before [weft.World#start]: what no library asks for is told to the user.
  public @Nullable String of(JobSetting setting) {
    return rank.libraries().use(setting);
  }

  /// The user's name of the program.
  public String programName() {
    return Program.name();
  }

  /// The time that `text` gives, such as `10m`; `name` says where it was given.
  public static Duration duration(String text, String name) {
    return Settings.duration(text, name);
  }

  /// The bytes that `text` gives, such as `64m`; `name` says where it was given.
  public static long bytes(String text, String name) {
    return Settings.bytes(text, name);
  }
}
