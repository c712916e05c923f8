// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import weft.lab.LabNeeds;

/// Skips the tests of a class where there can be no lab, and says at the end how many it skipped,
/// and why: a green run in which they did not run must not look like one in which they did.
public final class NeedsLab implements BeforeEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(NeedsLab.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    Tally tally =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .computeIfAbsent(Tally.class, key -> new Tally(), Tally.class);
    if (tally.obstacle != null) {
      tally.skipped.incrementAndGet();
      Assumptions.abort(tally.obstacle);
    }
  }

  /// How many were skipped; told when all tests have ended.
  private static final class Tally implements AutoCloseable {
    private final @Nullable String obstacle = LabNeeds.obstacle();
    private final AtomicInteger skipped = new AtomicInteger();

    @Override
    public void close() {
      if (skipped.get() > 0) {
        System.out.println("SKIPPED: " + skipped + " tests of several hosts. " + obstacle);
      }
    }
  }
}
