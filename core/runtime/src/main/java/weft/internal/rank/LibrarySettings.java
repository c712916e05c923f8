// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import weft.transport.JobSetting;

/// The settings of libraries ([JobSetting#isOfLibrary]) for one rank, and which of them a library
/// has used.
public final class LibrarySettings {
  private final Map<String, String> values;
  private final Set<JobSetting> used = EnumSet.noneOf(JobSetting.class);

  /// The settings with these texts, by variable.
  LibrarySettings(Map<String, String> values) {
    this.values = values;
  }

  /// The text of a setting for a library that uses it; null if it was not given.
  public @Nullable String use(JobSetting setting) {
    used.add(setting);
    return given(setting);
  }

  private @Nullable String given(JobSetting setting) {
    String text = values.get(setting.variable());
    return text == null || text.isEmpty() ? null : text;
  }

  /// Says which of the settings have no effect, because no library has used them; null if there are
  /// none. A user who wants checkpoints must not learn in the morning that there are none.
  @Nullable String unused() {
    Set<JobSetting> all = EnumSet.allOf(JobSetting.class);
    all.removeIf(it -> !it.isOfLibrary() || used.contains(it) || given(it) == null);
    if (all.isEmpty()) {
      return null;
    }
    String names = all.stream().map(JobSetting::runOption).collect(Collectors.joining(", "));
    return names
        + (all.size() == 1 ? " has" : " have")
        + " no effect: the program has nothing before World.start that uses "
        + (all.size() == 1 ? "it" : "them");
  }
}
