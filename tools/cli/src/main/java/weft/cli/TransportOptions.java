// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import weft.WeftException;
import weft.transport.LaunchOption;
import weft.transport.TransportProvider;

/// The options of `weft run` that the transports on the class path declare, and their values.
final class TransportOptions {
  private final Map<LaunchOption, TransportProvider> declared = new LinkedHashMap<>();
  private final Map<LaunchOption, String> values = new LinkedHashMap<>();

  TransportOptions() {
    for (TransportProvider provider : ServiceLoader.load(TransportProvider.class)) {
      provider.options().forEach(option -> declared.put(option, provider));
    }
  }

  /// Adds the options to `spec` and its help.
  void addTo(CommandSpec spec) {
    for (LaunchOption option : declared.keySet()) {
      spec.addOption(
          OptionSpec.builder(option.name())
              .paramLabel(option.label())
              .type(String.class)
              .description(option.description())
              .setter(new Setter(option))
              .build());
    }
  }

  /// Stores the value of one option; null before the command line is parsed.
  private final class Setter implements picocli.CommandLine.Model.ISetter {
    private final LaunchOption option;

    Setter(LaunchOption option) {
      this.option = option;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // picocli's signature
    public <T> @Nullable T set(@Nullable T value) {
      return (T) (value == null ? values.remove(option) : values.put(option, value.toString()));
    }
  }

  /// The first option that was given, or null.
  @Nullable String given() {
    for (LaunchOption option : declared.keySet()) {
      if (values.containsKey(option)) {
        return option.name();
      }
    }
    return null;
  }

  /// The transport of the option that [#given] names.
  String transport() {
    for (Map.Entry<LaunchOption, TransportProvider> each : declared.entrySet()) {
      if (values.containsKey(each.getKey())) {
        return each.getValue().name();
      }
    }
    throw new IllegalStateException("no option of a transport was given");
  }

  /// Checks the values before anything starts.
  void check(int ranks) {
    if (given() == null) {
      return;
    }
    TransportProvider provider = Objects.requireNonNull(Providers.find(transport()));
    var environment = new HashMap<String, String>();
    put(environment);
    try {
      provider.check(ranks, environment);
    } catch (WeftException e) {
      throw CommandException.usage(e.getMessage() + ".");
    }
  }

  /// Adds their values to the variables of a job.
  void put(Map<String, String> environment) {
    values.forEach((option, value) -> environment.put(option.variable(), value));
  }
}
