// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import weft.WeftException;
import weft.transport.ForeignLauncher;
import weft.transport.TransportProvider;
import weft.transport.rings.ThreadsJob;

/// The transports that are there.
public final class Transports {
  /// Those that Weft has: each is a dependency of its own.
  private static final Set<String> OURS = Set.of("shm", ForeignLauncher.TRANSPORT);

  private Transports() {}

  /// Whether there is a provider called `name`.
  public static boolean isThere(String name) {
    for (TransportProvider provider : ServiceLoader.load(TransportProvider.class)) {
      if (provider.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /// The provider called `name`.
  ///
  /// @throws WeftException naming those that are there
  public static TransportProvider named(String name) {
    var names = new TreeSet<String>();
    names.add(ThreadsJob.NAME);
    for (TransportProvider provider : ServiceLoader.load(TransportProvider.class)) {
      if (provider.name().equals(name)) {
        return provider;
      }
      names.add(provider.name());
    }
    throw new WeftException(
        "there is no transport \""
            + name
            + "\" for processes; on the class path are: "
            + String.join(", ", names)
            + (OURS.contains(name) ? ". Add the dependency io.github.weft-java:weft-" + name : ""));
  }
}
