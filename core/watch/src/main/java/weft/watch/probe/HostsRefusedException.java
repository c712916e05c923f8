// SPDX-License-Identifier: Apache-2.0
package weft.watch.probe;

import java.io.Serial;
import java.util.List;
import weft.WeftException;

/// Some hosts of a job cannot be used. The message has a sentence for each.
public final class HostsRefusedException extends WeftException {
  @Serial private static final long serialVersionUID = 1;

  @SuppressWarnings("serial") // a list of the JDK
  private final List<String> hosts;

  /// @param hosts the names of these hosts
  /// @param sentences a sentence for each
  public HostsRefusedException(List<String> hosts, List<String> sentences) {
    super(String.join("\nweft: ", sentences));
    this.hosts = List.copyOf(hosts);
  }

  /// The names of the hosts.
  public List<String> hosts() {
    return hosts;
  }
}
