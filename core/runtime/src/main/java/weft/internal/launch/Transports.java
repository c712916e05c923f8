// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.ForeignLauncher;
import weft.transport.TransportProvider;
import weft.transport.rings.ThreadsJob;

/// The available transports.
public final class Transports {
  /// The providers of Weft's own transports, each in its own jar. A jar merged from several often
  /// keeps the service entries of one only; then these names find the others.
  private static final Map<String, String> OURS =
      Map.of(
          "shm",
          "weft.transport.shm.ShmProvider",
          ForeignLauncher.TCP,
          "weft.transport.tcp.TcpProvider",
          ForeignLauncher.UCX,
          "weft.transport.ucx.UcxProvider",
          ForeignLauncher.MPI,
          "weft.transport.mpi.MpiProvider");

  private static final int MOST_GONE = 100;

  private Transports() {}

  /// Whether there is a provider called `name`.
  public static boolean isThere(String name) {
    return find(name, new TreeSet<>()) != null;
  }

  /// The provider called `name`.
  ///
  /// @throws WeftException naming the available ones
  public static TransportProvider named(String name) {
    var names = new TreeSet<String>();
    TransportProvider provider = find(name, names);
    if (provider != null) {
      return provider;
    }
    names.add(ThreadsJob.NAME);
    throw new WeftException(
        "there is no transport \""
            + name
            + "\" for processes; on the class path are: "
            + String.join(", ", names)
            + (OURS.containsKey(name)
                ? ". Add the dependency io.github.weft-java:weft-" + name
                : ". If its jar was merged into another, merge the files in META-INF/services as"
                    + " well (shade: ServicesResourceTransformer; shadow: mergeServiceFiles())"));
  }

  /// The provider called `name`, or null; adds the names of the others that it finds.
  private static @Nullable TransportProvider find(String name, Set<String> names) {
    Iterator<TransportProvider> listed = ServiceLoader.load(TransportProvider.class).iterator();
    for (TransportProvider it = next(listed); it != null; it = next(listed)) {
      if (it.name().equals(name)) {
        return it;
      }
      names.add(it.name());
    }
    for (Map.Entry<String, String> entry : OURS.entrySet()) {
      String ours = entry.getKey();
      TransportProvider provider = names.contains(ours) ? null : unlisted(entry.getValue());
      if (provider != null && ours.equals(name)) {
        return provider;
      }
      if (provider != null) {
        names.add(ours);
      }
    }
    return null;
  }

  /// The next provider whose class exists, or null. A tool that strips unused classes may have
  /// removed a class whose service is still listed.
  private static @Nullable TransportProvider next(Iterator<TransportProvider> listed) {
    for (int gone = 0; gone < MOST_GONE; gone++) {
      try {
        return listed.hasNext() ? listed.next() : null;
      } catch (ServiceConfigurationError e) {
        // Go on with the next one.
      }
    }
    return null;
  }

  /// The provider of one of Weft's own transports, if its class exists although no service entry
  /// names it.
  private static @Nullable TransportProvider unlisted(String className) {
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      Class<?> type = Class.forName(className, true, loader);
      return (TransportProvider) type.getConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      return null; // The class does not exist.
    }
  }
}
