// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.List;
import java.util.Map;
import weft.transport.Transport;
import weft.transport.TransportProvider;

/// The transport between processes that an MPI launcher has started, on one host or on many.
public final class MpiProvider implements TransportProvider {
  /// The transport's name.
  public static final String NAME = "mpi";

  /// What the service loader calls.
  public MpiProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Transport join(Map<String, String> environment) {
    throw new weft.WeftException("the transport mpi cannot be joined yet");
  }

  @Override
  public int host(List<List<String>> commands, Map<String, String> environment) {
    throw new weft.WeftException("the transport mpi cannot start processes yet; use mpirun");
  }
}
