// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import weft.transport.LaunchOption;
import weft.transport.TransportProvider;

/// The options of `weft run` that the transports on the class path declare, and their values.
final class TransportOptions {
  private final Map<LaunchOption, List<TransportProvider>> declared = new LinkedHashMap<>();
  private final Map<LaunchOption, String> values = new LinkedHashMap<>();

  TransportOptions() {
    var providers = new ArrayList<TransportProvider>();
    ServiceLoader.load(TransportProvider.class).forEach(providers::add);
    providers.sort(Comparator.comparing(TransportProvider::name));
    for (TransportProvider provider : providers) {
      for (LaunchOption option : provider.options()) {
        declared.computeIfAbsent(option, it -> new ArrayList<>()).add(provider);
      }
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
    return first(true);
  }

  /// The first option that was given and that only the launcher of a job understands, or null.
  @Nullable String givenForLauncher() {
    return first(false);
  }

  private @Nullable String first(boolean ofRanksToo) {
    for (LaunchOption option : declared.keySet()) {
      if (values.containsKey(option) && (ofRanksToo || !option.equals(LaunchOption.PORTS))) {
        return option.name();
      }
    }
    return null;
  }

  /// The first of the options that `transport` does not understand, or null.
  @Nullable String foreign(String transport) {
    for (Map.Entry<LaunchOption, List<TransportProvider>> each : declared.entrySet()) {
      boolean known = each.getValue().stream().anyMatch(it -> it.name().equals(transport));
      if (values.containsKey(each.getKey()) && !known) {
        return each.getKey().name();
      }
    }
    return null;
  }

  /// The names of the transports that understand the option `name`, as words.
  String transportsOf(String name) {
    String names =
        declared.entrySet().stream()
            .filter(each -> each.getKey().name().equals(name))
            .flatMap(each -> each.getValue().stream())
            .map(TransportProvider::name)
            .collect(Collectors.joining(", "));
    return names.replaceFirst(", (?=[^,]*$)", " or ");
  }

  /// The transport that understands all options that are given: the first that is installed, or
  /// else the first.
  String transport() {
    List<TransportProvider> fitting =
        declared.values().stream()
            .flatMap(List::stream)
            .distinct()
            .filter(it -> foreign(it.name()) == null)
            .toList();
    if (fitting.isEmpty()) {
      throw CommandException.usage(
          String.join(", ", values.keySet().stream().map(LaunchOption::name).sorted().toList())
              + " are not of one transport.");
    }
    var environment = new HashMap<>(System.getenv());
    put(environment);
    return fitting.stream()
        .filter(it -> it.isInstalled(environment))
        .findFirst()
        .orElse(fitting.getFirst())
        .name();
  }

  /// Whether several transports understand what is given, so that the user may not know which is
  /// taken.
  boolean isOpen() {
    return given() != null
        && declared.values().stream()
                .flatMap(List::stream)
                .distinct()
                .filter(it -> foreign(it.name()) == null)
                .count()
            > 1;
  }

  /// Adds their values to the variables of a job.
  void put(Map<String, String> environment) {
    values.forEach((option, value) -> environment.put(option.variable(), value));
  }
}
