// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The JVM lives with UCX in it, and the library takes no signal and no memory call of it.
final class HostileJvmTest {
  @Test
  void signalsAndCollectionsAreTheJvms() {
    var missing = UcxInstallation.missing();
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    new TestJob(HostileJvm.class, List.of(), 2, "ucx:WEFT_NETWORK_ONLY=1").run().check();
  }
}
