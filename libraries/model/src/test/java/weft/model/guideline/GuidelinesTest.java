// SPDX-License-Identifier: Apache-2.0
package weft.model.guideline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.model.Mapping;
import weft.model.profile.BuiltInProfile;

class GuidelinesTest {
  private static Guidelines of(String... rules) {
    return new Guidelines(
        BuiltInProfile.RACK.platform(),
        Choices.parse("rules", List.of(rules), Choices.apart()),
        ranks -> Mapping.blocks(ranks, Math.min(ranks, 2)));
  }

  /// As in a report of Open MPI's users: from some number of ranks on, a root serves all.
  @Test
  void findsABroadcastThatIsSlowFromANumberOfRanksOn() {
    Guidelines guidelines = of("broadcast 7 * tree 16k 8", "broadcast * * flat");
    List<Breach> found = guidelines.check(8, List.of(1L << 20));
    Breach breach =
        found.stream()
            .filter(it ->
                it.guideline().startsWith("one more rank")
                    && it.collective() == Collective.BROADCAST
                    && it.ranks() == 8)
            .findFirst()
            .orElseThrow();
    assertThat(breach.ratio()).isGreaterThan(1.2);
    assertThat(breach.algorithms()).isEqualTo("flat against tree");
    assertThat(guidelines.cause(breach)).startsWith("the table: ").doesNotContain("too long");
  }

  @Test
  void findsAnAllreduceThatIsSlowerThanItsParts() {
    Guidelines guidelines = of("allreduce * * exchange");
    assertThat(guidelines.check(8, List.of(1L << 20)))
        .anyMatch(it ->
            it.guideline().equals("allreduce ≤ reduce + broadcast")
                && it.algorithms().startsWith("exchange against "));
  }

  @Test
  void listsTheWorstFirst() {
    List<Breach> found = of("broadcast * * flat").check(6, List.of(8L, 65536L));
    for (int i = 1; i < found.size(); i++) {
      assertThat(found.get(i - 1).ratio()).isGreaterThanOrEqualTo(found.get(i).ratio());
    }
    assertThat(found).allMatch(it -> it.ratio() > 1);
  }
}
