// SPDX-License-Identifier: Apache-2.0
package weft.system.faults;

import weft.testkit.Sampled;

/// The faults over TCP.
@Sampled
final class FaultsOverTcpTest extends NetworkFaults {
  FaultsOverTcpTest() {
    super("tcp");
  }
}
