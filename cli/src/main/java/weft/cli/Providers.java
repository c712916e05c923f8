// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.util.ArrayList;
import java.util.ServiceLoader;
import java.util.TreeMap;
import weft.transport.TransportProvider;
import weft.transport.rings.ThreadsJob;

/// The transports whose ranks are processes.
final class Providers {
  private Providers() {}

  /// Who starts the ranks of the transport called `name`.
  ///
  /// @throws CommandException when there is none; it names those there are
  static TransportProvider named(String name) {
    var providers = new TreeMap<String, TransportProvider>();
    ServiceLoader.load(TransportProvider.class).forEach(p -> providers.put(p.name(), p));
    TransportProvider found = providers.get(name);
    if (found == null) {
      var names = new ArrayList<>(providers.keySet());
      names.add(ThreadsJob.NAME);
      throw CommandException.usage(
          "There is no transport "
              + name
              + "."
              + Names.suggestion(name, names)
              + " There are: "
              + String.join(", ", names)
              + ".");
    }
    return found;
  }
}
