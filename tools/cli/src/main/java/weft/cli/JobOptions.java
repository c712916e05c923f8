// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.ListResourceBundle;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import weft.WeftConfig;
import weft.WeftException;
import weft.transport.JobSetting;

/// The options of `weft run` that follow from the settings of a job, and their values. The number
/// of ranks and the transport are options of [RunCommand] itself, which uses them before there is a
/// job.
final class JobOptions {
  private final Map<JobSetting, Object> values = new EnumMap<>(JobSetting.class);

  /// The help texts of the options of [RunCommand] itself that are a [JobSetting]. Picocli finds
  /// each text by the name of its option.
  private static final class Texts extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return Arrays.stream(JobSetting.values())
          .map(it -> new Object[] {it.runOption().substring(2), it.description()})
          .toArray(Object[][]::new);
    }
  }

  /// Adds the options to the command that `line` parses, and to its help.
  void addTo(CommandLine line) {
    line.setResourceBundle(new Texts());
    for (JobSetting setting : JobSetting.values()) {
      if (setting != JobSetting.RANKS && setting != JobSetting.TRANSPORT) {
        add(setting, line.getCommandSpec());
      }
    }
  }

  private void add(JobSetting setting, CommandSpec spec) {
    OptionSpec.Builder option =
        OptionSpec.builder(setting.runOption())
            .paramLabel(String.valueOf(setting.label()))
            .description(setting.description())
            .setter(new Setter(setting, spec));
    switch (setting.kind()) {
      case SWITCH -> option.type(boolean.class).arity("0");
      case NUMBER -> option.type(Integer.class);
      case SECONDS -> option.type(Double.class);
      case SIZE -> option.type(Long.class).converters(new Bytes.NotZero());
      case SEED -> option.type(Long.class).arity("0..1").preprocessor(new Seed());
      case NAME, FILE, DURATION -> option.type(String.class);
    }
    spec.addOption(option.build());
  }

  /// Stores the value of one option; null before the command line is parsed.
  private final class Setter implements CommandLine.Model.ISetter {
    private final JobSetting setting;
    private final CommandSpec spec;

    Setter(JobSetting setting, CommandSpec spec) {
      this.setting = setting;
      this.spec = spec;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // picocli's signature
    public <T> @Nullable T set(@Nullable T value) {
      if (value == null || value.equals(false)) {
        return (T) values.remove(setting);
      }
      if (value instanceof Double seconds && !(seconds >= 0)) {
        throw new ParameterException(
            spec.commandLine(),
            setting.runOption() + " must be 0 (for never) or a number of seconds.");
      }
      if (setting.isOfLibrary() && setting.kind() != JobSetting.Kind.SWITCH) {
        try {
          WeftConfig _ = WeftConfig.ofRanks(1).with(setting, value.toString());
        } catch (WeftException e) {
          throw new ParameterException(spec.commandLine(), e.getMessage() + ".", e);
        }
      }
      return (T) values.put(setting, value);
    }
  }

  /// Whether a setting was given.
  boolean has(JobSetting setting) {
    return values.containsKey(setting);
  }

  /// The number that was given for a setting, or null.
  @Nullable Number number(JobSetting setting) {
    return values.get(setting) instanceof Number number ? number : null;
  }

  /// Sets a file, in place of what was given.
  void set(JobSetting setting, Path file) {
    values.put(setting, file.toString());
  }

  /// The file that was given for a setting, or null.
  @Nullable Path file(JobSetting setting) {
    return values.get(setting) instanceof String file ? Path.of(file) : null;
  }

  /// Adds the given values to the variables of a job. Paths become absolute, because ranks may
  /// start in another folder.
  void put(Map<String, String> environment) {
    values.forEach((setting, value) ->
        environment.put(
            setting.variable(),
            switch (setting.kind()) {
              case SWITCH -> "1";
              case FILE -> Path.of(value.toString()).toAbsolutePath().toString();
              case NUMBER, NAME, SIZE, SEED, SECONDS, DURATION -> value.toString();
            }));
  }
}
