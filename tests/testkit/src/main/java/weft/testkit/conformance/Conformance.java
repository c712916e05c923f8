// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.TestJob;

/// The requirements on every transport, as dynamic tests of JUnit. A new transport is done when all
/// pass.
///
/// ```java
/// @TestFactory
/// Stream<DynamicNode> conformance() {
///   return Conformance.of("shm").tests(1, 2, 3, 5, 8);
/// }
/// ```
///
/// The cases share one job for each number of ranks, so that processes start once. Cases that end a
/// job run in a separate one. All random choices follow from one seed, which is in the names.
///
/// @param transport the transport's name
/// @param ringBytes bytes of each ring, 0 for the default
/// @param checked whether one-sided memory is in debug mode
/// @param apart whether ranks cannot access each other's memory directly
/// @param seed the seed of the random choices
public record Conformance(
    String transport, long ringBytes, boolean checked, boolean apart, long seed) {
  static final long BUDGET = 4 << 20;

  /// Creates the suite for a transport with rings of the default size.
  public static Conformance of(String transport) {
    return new Conformance(transport, 0, false, false, Chaos.seed(0));
  }

  /// A copy with rings of this size: small rings test the handling of full rings.
  public Conformance withRingBytes(long ringBytes) {
    return new Conformance(transport, ringBytes, checked, apart, seed);
  }

  /// A copy in the debug mode of one-sided memory, which must not change any result.
  public Conformance withCheck() {
    return new Conformance(transport, ringBytes, true, apart, seed);
  }

  /// A copy with ranks that cannot access each other's registered memory directly, as on a cluster.
  public Conformance withApart() {
    return new Conformance(transport, ringBytes, checked, true, seed);
  }

  /// The tests with these numbers of ranks, or the numbers that [Effort] chooses from them.
  public Stream<DynamicNode> tests(int... ranks) {
    var nodes = new ArrayList<DynamicNode>();
    for (int count : Effort.current().ranks(transport, ranks)) {
      nodes.add(shared(count));
    }
    return nodes.stream();
  }

  private DynamicNode shared(int ranks) {
    TestJob template =
        new TestJob(SharedProgram.class, List.of(), ranks, transport)
            .withRingBytes(ringBytes)
            .withBudget(BUDGET)
            .withTimeout(Duration.ofMinutes(1));
    template = checked ? template.withCheck(seed) : template;
    template = apart ? template.withApart() : template;
    var run = new SharedRun(template, seed);
    return DynamicContainer.dynamicContainer(
        name(ranks),
        run.names().stream().map(name -> DynamicTest.dynamicTest(name, () -> run.check(name))));
  }

  /// The tests that each need a separate job, with this number of ranks, or more if a test needs
  /// more.
  public Stream<DynamicNode> jobTests(int ranks) {
    return jobTests(ranks, 1);
  }

  /// As [#jobTests(int)], but a quick run chooses one of `parts` of the tests ([Effort#tries]),
  /// depending on the seed.
  public Stream<DynamicNode> jobTests(int ranks, int parts) {
    var nodes = new ArrayList<DynamicNode>();
    for (JobCase it : JobProgram.cases()) {
      if (!Effort.current().tries(transport, it.name(), seed, parts)) {
        continue;
      }
      int count = Math.max(ranks, it.leastRanks());
      TestJob job =
          new TestJob(JobProgram.class, List.of(it.name()), count, transport)
              .withRingBytes(ringBytes)
              .withBudget(it.budget())
              .withTimeout(Duration.ofMinutes(1));
      TestJob whole = apart ? job.withApart() : job;
      nodes.add(
          DynamicTest.dynamicTest(
              it.name() + " (" + name(count) + ")", () -> it.check().check(whole.run())));
    }
    return nodes.stream();
  }

  private String name(int ranks) {
    String rings = ringBytes == 0 ? "" : ", rings of " + ringBytes + " bytes";
    String kind = (checked ? ", checked" : "") + (apart ? ", apart" : "");
    return transport + " × " + ranks + rings + kind + ", seed " + seed;
  }
}
