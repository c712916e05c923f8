// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import weft.internal.rank.Settings;
import weft.transport.JobVariables;

/// What a program's arguments and its environment say of the job.
final class WeftConfigTest {
  private static WeftConfig of(Map<String, String> environment, String... args) {
    return WeftConfig.of(args, environment);
  }

  @Test
  void takesItsOptionsAndLeavesTheRest() {
    WeftConfig config =
        of(Map.of(), "in.png", "--weft-ranks", "3", "-n", "--weft-stall", "0.5", "7");

    assertThat(config.ranks()).isEqualTo(3);
    assertThat(config.stall()).isEqualTo(Duration.ofMillis(500));
    assertThat(config.args()).isEqualTo(List.of("in.png", "-n", "7"));
  }

  @Test
  void anOptionWinsOverTheEnvironment() {
    var environment = Map.of(JobVariables.SIZE, "5", JobVariables.STALL, "2");

    assertThat(of(environment).ranks()).isEqualTo(5);
    assertThat(of(environment, "--weft-ranks", "4").ranks()).isEqualTo(4);
    assertThat(of(environment).stall()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aProgramChangesOnePartOfItsConfigAtATime() {
    WeftConfig config = WeftConfig.ofRanks(3).withTransport("shm").withStall(Duration.ofSeconds(7));

    assertThat(config.ranks()).isEqualTo(3);
    assertThat(config.transport()).isEqualTo("shm");
    assertThat(config.stall()).isEqualTo(Duration.ofSeconds(7));
    assertThat(config.withTransport("threads"))
        .isEqualTo(WeftConfig.ofRanks(3).withStall(config.stall()));
  }

  @Test
  void heapAndDebugModeAreOffUnlessAskedFor() {
    assertThat(of(Map.of()).heapBytes()).isZero();
    assertThat(of(Map.of()).check()).isEmpty();
    assertThat(of(Map.of()).heap().bytes()).isEqualTo(256L << 20);

    WeftConfig asked = of(Map.of(JobVariables.CHECK, "0"), "--weft-heap", "100000");
    assertThat(asked.heapBytes()).isEqualTo(100_000);
    assertThat(asked.check()).hasValue(0);
    assertThat(asked.heap().checked()).isTrue();
    assertThat(asked.heap().bytes()).isEqualTo(2 << 16);
  }

  @Test
  void ranksAreApartWhereThatIsAskedFor() {
    assertThat(of(Map.of()).apart()).isFalse();
    assertThat(of(Map.of(JobVariables.APART, "0")).apart()).isFalse();
    assertThat(of(Map.of(JobVariables.APART, "1")).apart()).isTrue();
    assertThat(Settings.of(Map.of(JobVariables.APART, "1")).apart()).isTrue();
    WeftConfig asked = of(Map.of(), "--weft-apart", "--weft-ranks", "3", "in.png");
    assertThat(asked.apart()).isTrue();
    assertThat(asked.ranks()).isEqualTo(3);
    assertThat(asked.args()).isEqualTo(List.of("in.png"));
    assertThat(asked.variables()).containsEntry(JobVariables.APART, "1");
    assertThatThrownBy(() -> of(Map.of(), "--weft-apart", "--weft-check", "1"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("use only one of the two");
  }

  @Test
  void sizesAreReadAsWeftRunReadsThem() {
    WeftConfig config =
        of(Map.of(JobVariables.RING, "64k"), "--weft-heap", "3g", "--weft-budget", "32MiB");

    assertThat(config.heapBytes()).isEqualTo(3L << 30);
    assertThat(config.budget()).isEqualTo(32L << 20);
    assertThat(config.ringBytes()).isEqualTo(64L << 10);
    assertThat(Settings.of(Map.of(JobVariables.HEAP, "1g", JobVariables.BUDGET, "1m")))
        .satisfies(it -> assertThat(it.heap().bytes()).isEqualTo(1L << 30))
        .satisfies(it -> assertThat(it.budget()).isEqualTo(1L << 20));
  }

  @Test
  void anUnknownOptionIsAnErrorThatNamesTheKnownOnes() {
    for (String wrong : List.of("--weft-rnaks", "--weft-ranks=3")) {
      assertThatThrownBy(() -> of(Map.of(), wrong, "3"))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining(wrong)
          .hasMessageContaining("--weft-ranks N");
    }
  }

  @Test
  void aWrongValueIsAnErrorThatNamesWhereItWasGiven() {
    assertThatThrownBy(() -> of(Map.of(), "--weft-ranks", "two"))
        .isInstanceOf(WeftException.class)
        .hasMessage("the option --weft-ranks is \"two\"; it must be a whole number");
    assertThatThrownBy(() -> of(Map.of(JobVariables.RING, "64q")))
        .isInstanceOf(WeftException.class)
        .hasMessage(
            "the environment variable WEFT_RING is \"64q\"; it must be a number of bytes, or one"
                + " with k, m or g, such as 64m");
    for (String wrong : List.of("-5", "many", "1.5g")) {
      assertThatThrownBy(() -> of(Map.of(), "--weft-heap", wrong))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("the option --weft-heap is \"" + wrong + "\"; it must be a number");
    }
    assertThatThrownBy(() -> of(Map.of(), "--weft-heap", "5t"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("a registered heap of 5497558138880 bytes is not possible");
    for (String wrong : List.of("soon", "-1", "NaN")) {
      assertThatThrownBy(() -> of(Map.of(), "--weft-stall", wrong))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("--weft-stall is \"" + wrong + "\"");
    }
    assertThatThrownBy(() -> of(Map.of(), "--weft-ranks"))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("--weft-ranks needs a value");
    for (String wrong : List.of("0", "-1", "1025", "4294967297")) {
      assertThatThrownBy(() -> of(Map.of(), "--weft-ranks", wrong))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("ask for 1 to 1024");
    }
  }

  @Test
  void sizesThatCannotBeAreRefused() {
    for (String wrong : List.of("2048", "5000", "2g")) {
      assertThatThrownBy(() -> of(Map.of(), "--weft-ring", wrong))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("it must be a power of two from 4096 to 1073741824");
    }
    for (String option : List.of("--weft-ring", "--weft-heap")) {
      assertThatThrownBy(() -> of(Map.of(), option, "0"))
          .isInstanceOf(WeftException.class)
          .hasMessage(
              "the option " + option + " is 0; give a size, or leave it out for the default");
    }
    assertThat(of(Map.of(JobVariables.RING, "1g")).ringBytes()).isEqualTo(1L << 30);
  }

  @Test
  void aRankTakesNoOptionsOfItsJob() {
    var rank = Map.of(JobVariables.RANK, "0", JobVariables.SIZE, "2");
    assertThat(WeftConfig.argsOfRank(new String[] {"a", "--heap", "1"}, rank))
        .containsExactly("a", "--heap", "1");
    assertThatThrownBy(() -> WeftConfig.argsOfRank(new String[] {"a", "--weft-heap", "1g"}, rank))
        .isInstanceOf(WeftException.class)
        .hasMessage(
            "the option --weft-heap comes too late for a job whose ranks have been started; give"
                + " --heap to weft run, before the program");
    assertThatThrownBy(() -> WeftConfig.argsOfRank(new String[] {"--weft-ranks", "3"}, rank))
        .hasMessageContaining("give -n to weft run");
    assertThatThrownBy(() -> WeftConfig.argsOfRank(new String[] {"--weft-hepa", "3"}, rank))
        .hasMessageContaining("there is no option --weft-hepa");
  }

  @Test
  void joinsTheLauncherOfAClusterUnlessToldOtherwise() {
    var mpirun = Map.of("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "6");

    assertThat(of(mpirun).transport()).isEqualTo("mpi");
    assertThat(of(mpirun).ranks()).isEqualTo(6);
    assertThat(of(mpirun, "--weft-ranks", "6").ranks()).isEqualTo(6);
    assertThat(of(mpirun, "--weft-transport", "threads", "--weft-ranks", "3").ranks()).isEqualTo(3);
    assertThatThrownBy(() -> of(mpirun, "--weft-ranks", "3"))
        .hasMessage(
            "mpirun has started 6 ranks, and the option --weft-ranks asks for 3; leave that out");
  }

  @Test
  void readsAgainWhatItWrites() {
    WeftConfig config =
        of(
            Map.of(),
            "--weft-ring",
            "8k",
            "--weft-heap",
            "1m",
            "--weft-check",
            "5",
            "--weft-stall",
            "2.5");

    assertThat(of(config.variables(), "--weft-ranks", "" + config.ranks())).isEqualTo(config);
  }
}
