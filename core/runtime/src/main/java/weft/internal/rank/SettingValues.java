// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.JobSetting;
import weft.transport.JobVariables;

/// The settings of a job as they were given, by variable: from the environment, overridden by
/// options. What is wrong is refused with the place where it was given.
public final class SettingValues {
  /// What a job has apart from its settings.
  private static final Set<JobSetting> APART =
      EnumSet.of(
          JobSetting.RANKS,
          JobSetting.TRANSPORT,
          JobSetting.REPORT,
          JobSetting.TRACE,
          JobSetting.RECORDING,
          JobSetting.LAST);

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

  /// The settings that were given, by variable, each checked and in its plain form; without those
  /// of [weft.Recording], the ranks and the transport.
  public Map<String, String> given() {
    var given = new HashMap<String, String>();
    for (JobSetting setting : JobSetting.values()) {
      String variable = setting.variable();
      String text = text(variable);
      String plain =
          text.isEmpty() || APART.contains(setting) ? null : checked(setting, text, name(variable));
      if (plain != null) {
        given.put(variable, plain);
      }
    }
    return given;
  }

  /// The text of a setting in its plain form, if it can be that; null for a switch that is off.
  /// `name` says where it was given.
  ///
  /// @throws WeftException if it cannot
  public static @Nullable String checked(JobSetting setting, String text, String name) {
    if (APART.contains(setting)) {
      throw new WeftException(name + " has a call of its own");
    }
    boolean ofLibrary = setting.isOfLibrary();
    return switch (setting.kind()) {
      case NUMBER, SEED -> {
        long number = Settings.number(text, name);
        if (ofLibrary && number < 1) {
          throw new WeftException(name + " is " + text + "; give 1 or more");
        }
        yield Long.toString(number);
      }
      case SIZE -> {
        long bytes = Settings.bytes(text, name);
        if (bytes == 0 && !ofLibrary) {
          throw new WeftException(name + " is 0; give a size, or leave it out for the default");
        }
        yield Long.toString(bytes);
      }
      case SECONDS -> Double.toString(Settings.seconds(text, name).toNanos() / 1e9);
      case DURATION -> {
        Duration _ = Settings.duration(text, name);
        yield text;
      }
      case SWITCH -> text.equals("0") ? null : "1";
      case NAME, FILE -> text;
    };
  }
}
