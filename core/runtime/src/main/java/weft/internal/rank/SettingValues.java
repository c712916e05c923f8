// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.JobSetting;
import weft.transport.JobVariables;

/// The settings of a job as they were given, by variable: from the environment, overridden by
/// options. What is wrong is refused with the place where it was given.
public final class SettingValues {
  private final Map<String, String> values;
  private final Map<String, String> options = new HashMap<>();

  /// The settings in `environment`.
  public SettingValues(Map<String, String> environment) {
    this.values = new HashMap<>(environment);
  }

  /// Sets `variable`, as `option` does.
  public void set(String variable, String value, String option) {
    values.put(variable, value);
    options.put(variable, "the option " + option);
  }

  /// All variables.
  public Map<String, String> all() {
    return values;
  }

  /// Says where `variable` was given.
  public String name(String variable) {
    return options.getOrDefault(variable, "the environment variable " + variable);
  }

  private String text(String variable) {
    return values.getOrDefault(variable, "");
  }

  /// Whether the switch `variable` is on.
  public boolean isSet(String variable) {
    return JobVariables.isSet(values, variable);
  }

  /// A whole number.
  public long number(String variable, long otherwise) {
    String text = text(variable);
    return text.isEmpty() ? otherwise : Settings.number(text, name(variable));
  }

  /// A whole number that may be left out.
  public OptionalLong seed(String variable) {
    return text(variable).isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(variable, 0));
  }

  /// A number of bytes.
  public long bytes(String variable, long otherwise) {
    String text = text(variable);
    return text.isEmpty() ? otherwise : Settings.bytes(text, name(variable));
  }

  /// A number of bytes that cannot be given as 0, which stands for the default.
  public long size(String variable) {
    long bytes = bytes(variable, -1);
    if (bytes == 0) {
      throw new WeftException(
          name(variable) + " is 0; give a size, or leave it out for the default");
    }
    return Math.max(0, bytes);
  }

  /// A number of seconds.
  public Duration seconds(String variable, Duration otherwise) {
    String text = text(variable);
    return text.isEmpty() ? otherwise : Settings.seconds(text, name(variable));
  }

  /// A path; null if none was given.
  public @Nullable Path path(String variable) {
    String text = text(variable);
    return text.isEmpty() ? null : Path.of(text);
  }

  /// The settings of libraries, checked, by variable.
  public Map<String, String> libraries() {
    var libraries = new HashMap<String, String>();
    for (JobSetting setting : JobSetting.values()) {
      String variable = setting.variable();
      String text = text(variable);
      if (setting.isOfLibrary() && !text.isEmpty()) {
        libraries.put(variable, Settings.checked(setting, text, name(variable)));
      }
    }
    return libraries;
  }
}
