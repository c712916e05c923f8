// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import weft.testkit.conformance.Conformance;

/// The conformance suite on the hosts that `WEFT_HOSTS` names, for [HostsConformanceTest]: prints
/// what fails, and how many tests have passed.
final class HostsConformance {
  private static int passed;
  private static int failed;

  private HostsConformance() {}

  /// Arguments: the transport, and how many ranks.
  static void main(String[] args) {
    run(Conformance.of(args[0]).tests(Integer.parseInt(args[1])), "");
    System.out.println(passed + " passed, " + failed + " failed");
    System.exit(failed == 0 ? 0 : 1);
  }

  private static void run(Stream<? extends DynamicNode> nodes, String above) {
    nodes.forEach(node -> {
      String name = above + node.getDisplayName();
      if (node instanceof DynamicContainer container) {
        run(container.getChildren(), name + ": ");
      } else if (node instanceof DynamicTest test) {
        run(test, name);
      }
    });
  }

  private static void run(DynamicTest test, String name) {
    try {
      test.getExecutable().execute();
      passed++;
    } catch (Throwable thrown) {
      failed++;
      System.out.println("FAILED " + name + ": " + thrown);
    }
  }
}
