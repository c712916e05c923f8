// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.apps.common.BadInputException;
import weft.maxwell.CurrentBasis;
import weft.maxwell.Port;

/// Finds the ports that the user names.
final class Ports {
  private Ports() {}

  /// The ports, in the order of the command line.
  ///
  /// @throws BadInputException if there is no such port, or two have an edge in common
  static List<Port> of(MaxwellOptions options, CurrentBasis basis) {
    List<Port> ports = new ArrayList<>();
    Set<Integer> taken = new HashSet<>();
    for (String text : options.ports()) {
      Port port = port(text, options, basis);
      Set<Integer> edges = new HashSet<>();
      for (int function : port.functions()) {
        edges.add(basis.edge(function));
      }
      if (edges.stream().anyMatch(taken::contains)) {
        throw new BadInputException(
            "the port " + text + " has an edge of another port; give each edge to one port");
      }
      taken.addAll(edges);
      ports.add(port);
    }
    return ports;
  }

  private static Port port(String text, MaxwellOptions options, CurrentBasis basis) {
    try {
      if (text.indexOf('/') >= 0) {
        return between(text, basis);
      }
      double[] place = options.inMetres(MaxwellOptions.numbers("ports", text, 3));
      Port port = Port.at(basis, place[0], place[1], place[2]);
      double[] middle = basis.middle(port.functions()[0]);
      return new Port(options.shown(middle), port.functions(), port.forward());
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          "--ports " + text + ": " + e.getMessage() + (isPlace(text) ? options.unitHint() : ""), e);
    }
  }

  private static boolean isPlace(String text) {
    return text.indexOf('/') < 0;
  }

  /// The port between two lists of groups. Names may have signs of their own: a text that is a name
  /// is one.
  private static Port between(String text, CurrentBasis basis) {
    List<String> names = basis.surface().groupNames();
    for (int slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1)) {
      List<String> from = groups(text.substring(0, slash), names);
      List<String> to = groups(text.substring(slash + 1), names);
      if (from != null && to != null) {
        return Port.between(basis, from, to);
      }
    }
    int slash = text.indexOf('/');
    return Port.between(
        basis,
        List.of(text.substring(0, slash).split("\\+", -1)),
        List.of(text.substring(slash + 1).split("\\+", -1)));
  }

  /// The groups of a side, or null if one does not exist.
  private static @Nullable List<String> groups(String text, List<String> names) {
    List<String> parts =
        names.contains(text)
            ? List.of(text)
            : Arrays.stream(text.split("\\+", -1)).map(String::strip).toList();
    return names.containsAll(parts) ? parts : null;
  }
}
