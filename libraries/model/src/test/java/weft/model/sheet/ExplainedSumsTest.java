// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.ModelException;
import weft.model.Platform;
import weft.model.TauLopCost.CostTerm;
import weft.model.TimeTable;
import weft.model.profile.BuiltInProfile;
import weft.model.profile.ProfileText;

/// A cost as a sum: each symbol costs what the profile says by the legend, and all together are the
/// predicted time. `-Dweft.every=1` tries all numbers of ranks.
final class ExplainedSumsTest {
  private static final Pattern SYMBOL =
      Pattern.compile("(?:(\\d+)‖)?([a-zA-Z]+)([⁰¹]?)(?:\\((\\d+)\\))?");
  private static final int EVERY = Integer.getInteger("weft.every", 13);

  /// A profile with tables for steps, as `weft calibrate` writes them.
  private static final String MEASURED =
      """
      weft-profile 3
      name measured
      call 0.3 board 0.7
      channel 0 memory copies 2
      overhead
      0 0.4
      4k 0.9
      transfer 1 2 4
      64 0.03 0.04 0.05
      64k 5 6 9
      1m 90 120 200
      steps busy 0.05
      0 0.2
      4k 0.5
      reads 1 2 4
      64 0.02 0.03 0.04
      64k 4 5 8
      1m 70 90 150
      writes 1 2 4
      64 0.01 0.02 0.03
      64k 3 4 7
      1m 60 80 140
      own 1 2 4
      64 0.01 0.01 0.02
      64k 2 3 6
      1m 50 70 130
      channel 1 network copies 1
      overhead
      0 2
      4k 4
      transfer 1 2
      64 0.12 0.14
      1m 350 685
      steps busy 0.6
      0 3
      4k 5
      reads 1 2
      64 0.2 0.3
      1m 400 700
      writes 1 2
      64 0.1 0.2
      1m 300 500
      own 1 2
      64 0.1 0.2
      1m 200 400
      combine sum
      64 0.03
      1m 116
      results
      64 0.01
      1m 60
      stages
      64 0.02
      1m 20
      fold operand 0.6
      """;

  private static Platform measured() {
    return ProfileText.parse("measured", MEASURED.lines().toList()).platform();
  }

  /// What one of a symbol costs, by the tables of the profile alone.
  private static double each(Platform platform, String symbol) {
    Matcher parts = SYMBOL.matcher(symbol);
    assertThat(parts.matches()).as(symbol).isTrue();
    int together = parts.group(1) == null ? 1 : Integer.parseInt(parts.group(1));
    CostChannel channel = platform.channel(parts.group(3).equals("¹") ? 1 : 0);
    double bytes = parts.group(4) == null ? 0 : Double.parseDouble(parts.group(4));
    CostChannel.StepCosts steps = channel.steps();
    TimeTable table =
        switch (parts.group(2)) {
          case "c" -> null;
          case "o" -> steps == null ? channel.overhead() : steps.overhead();
          case "L" -> channel.transfer();
          case "R" -> java.util.Objects.requireNonNull(steps).reads();
          case "W" -> java.util.Objects.requireNonNull(steps).writes();
          case "C" -> java.util.Objects.requireNonNull(steps).own();
          case "g" -> platform.computing().combining().get("sum");
          case "p" -> platform.computing().results();
          case "s" -> platform.computing().stages();
          default -> throw new AssertionError(symbol);
        };
    return table == null ? platform.calls().start() : table.at(bytes, together);
  }

  private static void check(
      Platform platform, CollectiveQuestion question, AlgorithmChoice choice) {
    Price price;
    try {
      price = new CollectivePricer(platform).price(question, choice);
    } catch (ModelException e) {
      return;
    }
    double sum = 0;
    for (CostTerm term : price.cost().terms()) {
      double each = each(platform, term.symbol());
      assertThat(term.time())
          .as("%s of %s", term, question)
          .isCloseTo(term.factor() * each, within(1e-6 * price.time()));
      sum += Double.parseDouble(CostTerm.number(term.factor())) * each;
    }
    assertThat(sum)
        .as("%s, %s", question, choice)
        .isCloseTo(price.time(), within(0.01 * price.time()));
    assertThat(price.cost().time()).isCloseTo(price.time(), within(1e-6 * price.time()));
  }

  @Test
  void eachSumIsThePredictedTime() {
    int count = 0;
    List<Platform> platforms =
        List.of(BuiltInProfile.ONE_HOST.platform(), BuiltInProfile.RACK.platform(), measured());
    for (Platform platform : platforms) {
      for (Collective collective : Collective.values()) {
        for (int hosts = 1; hosts <= Math.min(4, platform.channels().size() * 3 - 2); hosts++) {
          for (int ranks = Math.max(2, hosts) + count % EVERY; ranks <= 64; ranks += EVERY) {
            for (long bytes : new long[] {8, 5000, 70_000}) {
              boolean isRegistered = count++ % 2 == 0;
              var question =
                  new CollectiveQuestion(
                      collective, bytes, Mapping.blocks(ranks, hosts), 0, isRegistered, "sum");
              List<AlgorithmChoice> all = CandidateChoices.of(question, Choices.builtIn().eager());
              check(platform, question, all.get(count % all.size()));
            }
          }
        }
      }
    }
    assertThat(count).isGreaterThan(400);
  }

  /// One rank priced for all.
  @Test
  void manyRanksHaveSumsToo() {
    for (Platform platform : List.of(BuiltInProfile.RACK.platform(), measured())) {
      for (Collective collective : Collective.values()) {
        for (int hosts : new int[] {1, 2, 4}) {
          var question = new CollectiveQuestion(collective, 4096, Mapping.blocks(96, hosts));
          CandidateChoices.of(question, Choices.builtIn().eager())
              .forEach(choice -> check(platform, question, choice));
        }
      }
    }
  }
}
