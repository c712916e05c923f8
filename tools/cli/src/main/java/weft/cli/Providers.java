// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.ArrayList;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import weft.transport.TransportProvider;
import weft.transport.rings.ThreadsJob;

/// The transports whose ranks are processes.
final class Providers {
  private Providers() {}

  /// The provider that starts the ranks of the transport `name`; null if the ranks are threads.
  ///
  /// @throws CommandException as [#named]
  static @Nullable TransportProvider ofProcesses(String name) {
    return name.equals(ThreadsJob.NAME) ? null : named(name);
  }

  /// The provider that starts the ranks of the transport `name`.
  ///
  /// @throws CommandException if there is none; the message lists the known names
  static TransportProvider named(String name) {
    TransportProvider found = find(name);
    if (found == null) {
      var all = new TreeSet<String>();
      ServiceLoader.load(TransportProvider.class).forEach(it -> all.add(it.name()));
      var names = new ArrayList<>(all);
      names.add(ThreadsJob.NAME);
      throw CommandException.usage(
          "There is no transport "
              + name
              + "."
              + KnownNames.suggestion(name, names)
              + " There are: "
              + String.join(", ", names)
              + ".");
    }
    return found;
  }

  /// The provider of the transport `name`, or null.
  static @Nullable TransportProvider find(String name) {
    for (TransportProvider provider : ServiceLoader.load(TransportProvider.class)) {
      if (provider.name().equals(name)) {
        return provider;
      }
    }
    return null;
  }
}
