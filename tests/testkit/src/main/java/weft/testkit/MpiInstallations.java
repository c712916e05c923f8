// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The MPI installations of this machine, for tests that need one. Debian can install both side by
/// side, each with a launcher of its own name.
public final class MpiInstallations {
  private static final Map<String, String> PACKAGES =
      Map.of("openmpi", "openmpi-bin", "mpich", "mpich");

  private MpiInstallations() {}

  /// The names that [#missing(String)] takes: `openmpi` and `mpich`.
  public static List<String> names() {
    return List.of("openmpi", "mpich");
  }

  /// The reason why tests cannot use the installation `name`, as a sentence for a skipped test;
  /// empty if they can.
  ///
  /// @throws IllegalArgumentException if `name` is neither `openmpi` nor `mpich`
  public static Optional<String> missing(String name) {
    String inDebian = PACKAGES.get(name);
    if (inDebian == null) {
      throw new IllegalArgumentException("no MPI is called " + name + "; there are " + names());
    }
    String launcher = "mpirun." + name;
    return Browser.find(List.of(launcher)).isPresent()
        ? Optional.empty()
        : Optional.of(launcher + " is not on the PATH: Debian has it in the package " + inDebian);
  }

  /// The reason why tests cannot use both installations; empty if they can.
  public static Optional<String> missing() {
    return names().stream().map(MpiInstallations::missing).flatMap(Optional::stream).findFirst();
  }
}
