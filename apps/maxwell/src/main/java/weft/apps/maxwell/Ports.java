// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
      Port port = port(text, basis);
      for (int function : port.functions()) {
        if (!taken.add(function)) {
          throw new BadInputException(
              "the port " + text + " has an edge of another port; give each edge to one port");
        }
      }
      ports.add(port);
    }
    return ports;
  }

  private static Port port(String text, CurrentBasis basis) {
    try {
      int slash = text.indexOf('/');
      if (slash >= 0) {
        return Port.between(basis, text.substring(0, slash), text.substring(slash + 1));
      }
      double[] place = MaxwellOptions.numbers("ports", text, 3);
      return Port.at(basis, place[0], place[1], place[2]);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }
}
