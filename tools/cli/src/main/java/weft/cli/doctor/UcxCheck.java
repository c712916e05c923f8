// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.util.List;
import java.util.Map;
import weft.cli.ClassPaths;
import weft.transport.TransportProvider;
import weft.transport.ucx.UcxProbe;

/// The check of `weft doctor` for the library UCX: its version, its file, and the devices that it
/// finds.
final class UcxCheck {
  private static final String NAME = "UCX";

  /// The probe's first word if there is a library.
  private static final String FOUND = "UCX ";

  private UcxCheck() {}

  static Check check() {
    List<Class<?>> its = List.of(TransportProvider.class, UcxProbe.class);
    var classPath = ClassPaths.withRequired(ClassPaths.of(its));
    return check(ProbeJvm.answer(UcxProbe.class.getName(), classPath));
  }

  /// @param answer lines of the probe: version, file, devices; or a sentence
  static Check check(String answer) {
    List<String> lines = answer.lines().toList();
    if (lines.size() < 3 || !lines.get(0).startsWith(FOUND)) {
      return answer.startsWith("no UCX library")
          ? Check.of(
              NAME,
              Check.State.ABSENT,
              "not found",
              "Only ranks over InfiniBand and RoCE without an MPI (--transport ucx) need it; on"
                  + " Debian: apt install libucx0.")
          : Check.of(NAME, Check.State.ADVICE, "the JVM for this check failed", answer);
    }
    String version = lines.get(0).substring(FOUND.length());
    String devices = lines.get(2);
    return Check.ok(
        NAME,
        version + " (" + lines.get(1) + "), devices " + devices,
        Map.of("version", version, "library", lines.get(1), "devices", devices));
  }
}
