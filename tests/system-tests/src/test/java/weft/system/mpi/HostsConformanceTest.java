// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import weft.lab.Lab;
import weft.lab.Rate;
import weft.system.lab.HostsJob;
import weft.system.lab.NeedsLab;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.Sampled;
import weft.testkit.UcxInstallation;

/// What every transport has to do, over MPI, TCP and UCX on two hosts: with two ranks on each, some
/// of whose messages cross the network while others go through the memory of their host.
@ExtendWith(NeedsLab.class)
@Sampled
final class HostsConformanceTest {
  @TempDir Path folder;

  /// Whether all goes through MPI, which, and among how many ranks; a quick run tries one of them.
  static List<Arguments> jobs() {
    List<Arguments> all =
        List.of(
            Arguments.of("0", Mpi.OPEN_MPI, 4),
            Arguments.of("1", Mpi.OPEN_MPI, 3),
            Arguments.of("0", Mpi.MPICH, 4));
    int one = (int) Math.floorMod(Chaos.seed(0), (long) all.size());
    return Effort.current().isQuick() ? List.of(all.get(one)) : all;
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void theSuitePassesOnTwoHosts(String mpiOnly, Mpi mpi, int ranks) throws Exception {
    mpi.assumeThere();
    passes("mpi:WEFT_NETWORK_ONLY=" + mpiOnly + ",WEFT_MPI=" + mpi.title, ranks);
  }

  @Test
  void theSuitePassesOnTwoHostsOverTcp() throws Exception {
    passes("tcp", 4);
  }

  @Test
  void theSuitePassesOnTwoHostsOverUcx() throws Exception {
    var missing = UcxInstallation.missing();
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    passes("ucx", 4);
  }

  private void passes(String transport, int ranks) throws Exception {
    try (Lab lab = Lab.open(2, Rate.NONE)) {
      String classPath =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
              .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);
      ProcessBuilder builder =
          lab.login(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "-Xmx128m",
                  "-cp",
                  classPath,
                  HostsConformance.class.getName(),
                  transport,
                  Integer.toString(ranks)));
      builder.environment().put("WEFT_HOSTS", lab.addressList());
      builder.environment().put("WEFT_SSH", HostsJob.ssh(folder).toString());
      builder.environment().put("TMPDIR", folder.toString());
      Path out = folder.resolve("out");
      builder.redirectErrorStream(true).redirectOutput(out.toFile());
      Process suite = builder.start();
      int code = suite.waitFor();
      String text = Files.readString(out);
      assertThat(code).as(text).isZero();
      assertThat(text).containsPattern("[1-9]\\d+ passed, 0 failed");
      assertThat(lab.counts()).allMatch(link -> link.bytesSent() > 100_000);
    }
  }
}
