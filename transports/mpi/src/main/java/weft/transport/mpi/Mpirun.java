// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;
import weft.transport.job.Shell;

/// The `mpirun` of this machine: its path and its implementation.
///
/// @param file the program
/// @param kind its implementation
/// @param version its version, as it reports it
/// @hidden it is for the command, not for users
public record Mpirun(Path file, Kind kind, String version) {
  /// The implementation of an `mpirun`: their options differ.
  public enum Kind {
    /// Open MPI's.
    OPEN_MPI("Open MPI", List.of("mpirun.openmpi", "orterun"), List.of("libmpi.so.40")),
    /// Hydra: that of MPICH and of libraries derived from it (Intel MPI, MVAPICH).
    MPICH(
        "MPICH",
        List.of("mpirun.mpich", "mpiexec.mpich", "mpiexec.hydra"),
        List.of("libmpich.so.12", "libmpi.so.12"));

    private final String title;
    private final List<String> programs;
    private final List<String> libraries;

    Kind(String title, List<String> programs, List<String> libraries) {
      this.title = title;
      this.programs = programs;
      this.libraries = libraries;
    }

    /// Its name in messages.
    public String title() {
      return title;
    }

    /// The implementation that users call `name`: `openmpi` or `mpich`; null if the name is empty.
    ///
    /// @throws WeftException if there is none
    static @Nullable Kind named(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "" -> null;
        case "openmpi" -> OPEN_MPI;
        case "mpich" -> MPICH;
        default ->
            throw new WeftException(
                JobVariables.MPI + " is \"" + name + "\"; it must be openmpi or mpich");
      };
    }
  }

  private static final List<String> USUAL = List.of("mpirun", "mpiexec");
  private static final Pattern OPEN_MPI_VERSION =
      Pattern.compile("(?:Open MPI|OpenRTE|PRRTE)\\)? *v?([0-9][\\w.]*)");
  private static final Pattern HYDRA_VERSION =
      Pattern.compile("HYDRA build details:\\s+Version:\\s+(\\S+)");
  private static final Pattern INTEL_VERSION = Pattern.compile("Intel\\(R\\) MPI.* Version (\\S+)");
  private static final long MILLIS_TO_ANSWER = 10_000;

  /// Says how its own ports, and those of its library, stay in `ports`.
  String portsOfItsOwn(PortRange ports) {
    String both = ports.first() + ":" + ports.last();
    return "weft: --ports is for Weft's own ports. MPI has others: for "
        + kind.title
        + (kind == Kind.OPEN_MPI
            ? " give --mpi-args \"--mca btl_tcp_port_min_v4 "
                + ports.first()
                + " --mca btl_tcp_port_range_v4 "
                + ports.size()
                + " --mca oob_tcp_dynamic_ipv4_ports "
                + ports.first()
                + "-"
                + ports.last()
                + "\"."
            : " set MPIEXEC_PORT_RANGE=" + both + " and MPIR_CVAR_CH3_PORT_RANGE=" + both + ".");
  }

  /// The one that `settings` name, or otherwise the first on the PATH.
  ///
  /// @throws WeftException naming what to install, if there is none
  static Mpirun find(Map<String, String> settings) {
    String chosen = settings.getOrDefault(JobVariables.MPIRUN, "");
    Kind kind = Kind.named(settings.getOrDefault(JobVariables.MPI, ""));
    if (!chosen.isEmpty()) {
      Path file = Shell.find(chosen);
      Mpirun found = file == null ? null : ask(file);
      if (found == null || (kind != null && found.kind != kind)) {
        throw new WeftException(
            JobVariables.MPIRUN
                + " names "
                + chosen
                + ", which is not an mpirun of "
                + (kind == null ? "Open MPI or MPICH" : kind.title)
                + " that can be run");
      }
      return found;
    }
    Mpirun found = onPath(kind);
    if (found == null) {
      throw new WeftException(
          "there is no mpirun"
              + (kind == null ? "" : " of " + kind.title)
              + " on the PATH; install "
              + (kind == Kind.MPICH
                  ? "MPICH (Debian: apt install mpich)"
                  : "Open MPI (Debian: apt install openmpi-bin)")
              + ", load the cluster's module for it, or set "
              + JobVariables.MPIRUN
              + " to its path");
    }
    return found;
  }

  /// The first of this implementation on the PATH, or of any for null; null if there is none.
  public static @Nullable Mpirun onPath(@Nullable Kind kind) {
    for (String name : USUAL) {
      Mpirun found = of(name, kind);
      if (found != null) {
        return found;
      }
    }
    for (Kind each : Kind.values()) {
      for (String name : each.programs) {
        Mpirun found = of(name, kind);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static @Nullable Mpirun of(String name, @Nullable Kind kind) {
    Path file = Shell.find(name);
    Mpirun found = file == null ? null : ask(file);
    return found == null || kind == null || found.kind == kind ? found : null;
  }

  private static @Nullable Mpirun ask(Path file) {
    return ask(file, MILLIS_TO_ANSWER);
  }

  /// Asks the program for its version, for a limited time. Returns null if it is neither
  /// implementation, or does not answer: a wrapper may wait for a licence or a file system. Another
  /// thread reads the answer: a read has no time limit, even after the program is killed, if its
  /// child lives on.
  static @Nullable Mpirun ask(Path file, long millis) {
    Process process = null;
    try {
      process =
          new ProcessBuilder(file.toString(), "--version")
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"))
              .start();
      var answer = new FutureTask<>(process.getInputStream()::readAllBytes);
      Thread.ofPlatform().name("weft-ask-mpirun").daemon().start(answer);
      return read(file, new String(answer.get(millis, TimeUnit.MILLISECONDS), UTF_8));
    } catch (IOException | ExecutionException | TimeoutException e) {
      return null; // It cannot be run, and the caller does not try again.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  /// Parses the output of `--version`; null if it is neither implementation.
  static @Nullable Mpirun read(Path file, String answer) {
    Matcher openMpi = OPEN_MPI_VERSION.matcher(answer);
    if (openMpi.find()) {
      return new Mpirun(file, Kind.OPEN_MPI, openMpi.group(1));
    }
    for (Pattern pattern : List.of(HYDRA_VERSION, INTEL_VERSION)) {
      Matcher hydra = pattern.matcher(answer);
      if (hydra.find()) {
        return new Mpirun(file, Kind.MPICH, hydra.group(1));
      }
    }
    return null;
  }

  /// The library of the same installation if it is in the usual place; otherwise null, and the
  /// loader's own rules find it.
  @Nullable Path library() {
    try {
      Path prefix = file.toRealPath().resolve("../..").normalize();
      for (String folder : List.of("lib", "lib64")) {
        for (String name : kind.libraries) {
          Path library = prefix.resolve(folder).resolve(name);
          if (Files.isReadable(library)) {
            return library;
          }
        }
      }
    } catch (IOException e) {
      return null; // It was removed after it answered: the attempt to start it reports that.
    }
    return null;
  }

  /// The first number of its version.
  int major() {
    String number = version.split("\\.", 2)[0];
    return number.matches("\\d{1,6}") ? Integer.parseInt(number) : 0;
  }
}
