// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.util.ServiceLoader;
import java.util.TreeSet;
import weft.WeftException;
import weft.transport.ThreadsJob;
import weft.transport.TransportProvider;

/// The transports that are there.
public final class Transports {
  private Transports() {}

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
            + (name.equals("shm") ? ". Add the dependency weft-shm" : ""));
  }
}
