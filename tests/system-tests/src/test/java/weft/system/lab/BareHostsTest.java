// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.testkit.Sampled;
import weft.testkit.UcxInstallation;

/// Hosts of a lab that know nothing of Weft, as `weft run --hosts` finds them.
@ExtendWith(NeedsLab.class)
@Tag("alone")
@Sampled
final class BareHostsTest {
  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    boolean isThere = Files.isExecutable(Path.of("/usr/sbin/sshd"));
    if (!isThere) {
      System.err.println("SKIPPED a test of bare hosts: openssh-server is not installed");
    }
    Assumptions.assumeTrue(isThere, "openssh-server is not installed");
    weft = new Weft(folder);
  }

  /// All hosts have the address of the containers' bridge, which must not be used.
  @Test
  void aProgramRunsBySsh() throws Exception {
    var result = weft.run("lab", "run", "--bare", "--hosts", "3", "--", "hello");
    assertThat(result.err()).contains("Traffic of the links");
    assertThat(result.outLines()).containsExactly("3 ranks over tcp: all 54 requests arrived.");
    assertThat(result.exitCode()).isZero();
    assertThat(weft.leftovers()).isEmpty();
  }

  /// UCX alone would take the bridge.
  @Test
  void aProgramRunsOverUcx() throws Exception {
    var missing = UcxInstallation.missing();
    Assumptions.assumeTrue(missing.isEmpty(), missing.orElse(""));
    var result = weft.run("lab", "run", "--bare", "--", "-n", "4", "--transport", "ucx", "hello");
    assertThat(result.outLines()).containsExactly("4 ranks over ucx: all 96 requests arrived.");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void hostsHaveFilesOfTheirOwn() throws Exception {
    var result =
        weft.run(
            "lab",
            "run",
            "--bare",
            "--",
            "sh",
            "-c",
            "for h in h0 h1; do $WEFT_SSH $h 'ls -A ~ /tmp | grep -c . ; echo $h >mine'; done;"
                + " $WEFT_SSH h0 'cat /proc/sys/kernel/hostname; ls ~'");
    // Two headings and an empty line between them; then a name and a file.
    assertThat(result.outLines()).containsExactly("2", "2", "h0", "mine");
    assertThat(result.exitCode()).isZero();
  }
}
