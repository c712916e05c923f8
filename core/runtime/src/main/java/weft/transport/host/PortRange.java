// SPDX-License-Identifier: Apache-2.0
package weft.transport.host;

import java.io.IOException;
import java.net.BindException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.JobVariables;

/// The ports at which a process listens for other hosts: those that a firewall lets through, as
/// [JobVariables#PORTS] names them. Ports of the loopback interface are not among them.
///
/// @param first the lowest port; 0 if any port will do
/// @param last the highest port; 0 if any port will do
public record PortRange(int first, int last) {
  /// Any port that the kernel chooses.
  public static final PortRange ANY = new PortRange(0, 0);

  private static final int LEAST = 1024;
  private static final int MOST = 0xffff;
  private static final Pattern RANGE = Pattern.compile("(\\d{1,5})-(\\d{1,5})");

  /// Processes that start together try ports in another order, so that few meet at the same one.
  private static final int STRIDE = 7919;

  /// Opens something at a port.
  ///
  /// @param <T> what is opened
  @FunctionalInterface
  public interface Opening<T> {
    /// Opens it at `port`; 0 for any.
    ///
    /// @throws BindException if the port is taken
    T at(int port) throws IOException;
  }

  /// The range in `environment`; [#ANY] if there is none.
  ///
  /// @throws WeftException if it is not a range
  public static PortRange of(Map<String, String> environment) {
    String text = environment.getOrDefault(JobVariables.PORTS, "");
    if (text.isEmpty()) {
      return ANY;
    }
    Matcher matcher = RANGE.matcher(text);
    if (matcher.matches()) {
      int first = Integer.parseInt(matcher.group(1));
      int last = Integer.parseInt(matcher.group(2));
      if (first >= LEAST && first <= last && last <= MOST) {
        return new PortRange(first, last);
      }
    }
    throw new WeftException(
        "--ports "
            + text
            + " ("
            + JobVariables.PORTS
            + ") is not possible: give the first and the last port, from "
            + LEAST
            + " to "
            + MOST
            + ", as in 40000-40100");
  }

  /// The number of ports; 0 if any will do.
  public int size() {
    return first == 0 ? 0 : last - first + 1;
  }

  /// Opens something at a port of this range that is free.
  ///
  /// @throws IOException if none is free, or it cannot be opened at any port
  public <T> T open(Opening<T> opening) throws IOException {
    if (first == 0) {
      return opening.at(0);
    }
    int size = size();
    int begin = (int) (ProcessHandle.current().pid() * STRIDE % size);
    @Nullable BindException taken = null;
    for (int i = 0; i < size; i++) {
      try {
        return opening.at(first + (begin + i) % size);
      } catch (BindException e) {
        if (isOfAddress(e)) {
          throw e;
        }
        taken = e;
      }
    }
    throw new IOException(
        "no port from "
            + text()
            + " is free here: a job needs one for each rank of a host, and up to four more; give"
            + " --ports more of them",
        taken);
  }

  /// Whether this host does not have the address itself, whatever the port.
  private static boolean isOfAddress(BindException e) {
    return String.valueOf(e.getMessage()).startsWith("Cannot assign");
  }

  /// The ports for a sentence, as in "on ports 40000 to 40100".
  public String text() {
    return first == 0 ? LEAST + " and above" : first + " to " + last;
  }
}
