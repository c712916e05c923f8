// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The machine finds what is wrong with broken algorithms.
class ScheduleMachineTest {
  private static void run(Collective collective, int size, Algorithm algorithm, long seed) {
    Algorithms.Entry entry =
        new Algorithms.Entry(collective, "broken", 0, algorithm, shape -> true, true);
    Random random = new Random(seed);
    Trial trial = new Trial(entry, size, 0, 4, Trial.Values.MAPS, true, false, random);
    ScheduleMachine machine = trial.machine(true, true, 1 << 20, Shape.LEAST_CHUNKS, 0);
    machine.run(CallOrder.SOMETIME, rank -> true);
    machine.checkEnd();
    trial.checkResults(machine);
  }

  private static void finds(String what, Collective collective, int size, Algorithm algorithm) {
    assertThatThrownBy(
            () -> {
              // What depends on the order of things shows within a few of them.
              for (long seed = 1; seed <= 200; seed++) {
                run(collective, size, algorithm, seed);
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(what);
  }

  private static int other(Shape shape) {
    return 1 - shape.rank();
  }

  @Test
  void aReceiveWithoutItsSend() {
    finds(
        "deadlock",
        Collective.BARRIER,
        2,
        (shape, schedule) -> {
          schedule.enter();
          schedule.receive(other(shape), 0);
          schedule.send(other(shape), Region.IN, 0);
        });
  }

  @Test
  void aMessageThatNobodyReceives() {
    finds(
        "left over",
        Collective.BARRIER,
        2,
        (shape, schedule) -> {
          schedule.enter();
          schedule.send(other(shape), Region.IN, 0);
        });
  }

  @Test
  void lengthsThatDoNotAgree() {
    finds(
        "receives 8 bytes from 0, which sent 16",
        Collective.BROADCAST,
        2,
        (shape, schedule) -> {
          schedule.enter();
          if (shape.rank() == 0) {
            schedule.send(1, Region.OUT, 16);
          } else {
            schedule.receive(0, 8);
          }
        });
  }

  @Test
  void aResultThatIsNotThere() {
    finds(
        "the result is wrong",
        Collective.BROADCAST,
        2,
        (shape, schedule) -> {
          schedule.enter();
          if (shape.rank() == 0) {
            schedule.send(1, Region.OUT, shape.bytes());
          } else {
            schedule.receive(0, shape.bytes());
          }
        });
  }

  @Test
  void userMemoryBeforeTheCall() {
    finds(
        "before the call",
        Collective.BROADCAST,
        2,
        (shape, schedule) -> {
          if (shape.rank() == 0) {
            schedule.send(1, Region.OUT, shape.bytes());
            schedule.enter();
          } else {
            schedule.enter();
            schedule.receive(0, shape.bytes());
            schedule.copy(Region.OUT, Region.BLOCK, shape.bytes());
          }
        });
  }

  @Test
  void aContributionOverwrittenWhileItIsRead() {
    finds(
        "is written while a receiver has to read it",
        Collective.ALLREDUCE,
        2,
        (shape, schedule) -> {
          schedule.enter();
          schedule.send(other(shape), Region.IN, shape.bytes());
          schedule.receive(other(shape), shape.bytes());
          if (shape.rank() == 0) {
            schedule.reduce(Region.OUT, Region.BLOCK, shape.bytes());
          } else {
            schedule.reduceLeft(Region.OUT, Region.BLOCK, shape.bytes());
          }
        });
  }

  @Test
  void theWrongOrder() {
    finds(
        "the result is wrong",
        Collective.ALLREDUCE,
        2,
        (shape, schedule) -> {
          schedule.enter();
          schedule.copy(schedule.fresh(0, shape.bytes()), Region.IN, shape.bytes());
          schedule.send(other(shape), Region.stage(0), shape.bytes());
          schedule.receive(other(shape), shape.bytes());
          schedule.reduce(Region.OUT, Region.BLOCK, shape.bytes());
        });
  }

  @Test
  void anElementThatIsCut() {
    finds(
        "an element is cut",
        Collective.ALLREDUCE,
        2,
        (shape, schedule) -> {
          schedule.enter();
          schedule.copy(schedule.fresh(0, 8), Region.IN, 8);
          schedule.send(other(shape), Region.stage(0), 8);
          schedule.receive(other(shape), 8);
          schedule.reduce(Region.OUT, Region.BLOCK, 8);
        });
  }

  @Test
  void aBlockThatIsGone() {
    finds(
        "no block was received",
        Collective.BROADCAST,
        2,
        (shape, schedule) -> {
          schedule.enter();
          if (shape.rank() == 0) {
            schedule.send(1, Region.OUT, shape.bytes());
          } else {
            schedule.receive(0, shape.bytes());
            schedule.fresh(0, 8);
            schedule.copy(Region.OUT, Region.BLOCK, shape.bytes());
          }
        });
  }

  @Test
  void ranksThatFillChunksForEachOtherWithoutReading() {
    finds(
        "deadlock",
        Collective.BARRIER,
        2,
        (shape, schedule) -> {
          schedule.enter();
          int count = shape.chunks() + 1;
          for (int i = 0; i < count; i++) {
            schedule.send(other(shape), schedule.fresh(i, 8), 8);
          }
          for (int i = 0; i < count; i++) {
            schedule.receive(other(shape), 8);
          }
        });
  }

  /// Two ranks put into a stage of the other's; `between` stands between that and its use.
  private static Algorithm offered(Consumer<Schedule> between) {
    return (shape, schedule) -> {
      schedule.enter();
      long stage = schedule.fresh(0, shape.bytes());
      schedule.offer(other(shape), stage, shape.bytes());
      schedule.target(other(shape), shape.bytes());
      schedule.fold(Region.NOWHERE, Region.IN, shape.bytes());
      between.accept(schedule);
      if (shape.rank() == 0) {
        schedule.reduce(Region.OUT, stage, shape.bytes());
      } else {
        schedule.copy(Region.TEMP, Region.IN, shape.bytes());
        schedule.copy(Region.OUT, stage, shape.bytes());
        schedule.reduce(Region.OUT, Region.TEMP, shape.bytes());
      }
      schedule.temp(shape.bytes());
    };
  }

  @Test
  void usingWhatOthersMayStillWrite() {
    for (long seed = 1; seed <= 200; seed++) {
      run(Collective.ALLREDUCE, 2, offered(Schedule::drain), seed);
    }
    finds(
        "is used while another rank may write it",
        Collective.ALLREDUCE,
        2,
        offered(schedule -> {}));
  }

  @Test
  void givingUpWhatOthersMayStillWrite() {
    finds(
        "is given up, but offered",
        Collective.ALLREDUCE,
        2,
        offered(schedule -> schedule.fresh(0, 8)));
  }

  @Test
  void anOfferThatIsReceived() {
    finds(
        "receives an offer",
        Collective.ALLREDUCE,
        2,
        (shape, schedule) -> {
          schedule.enter();
          schedule.offer(other(shape), schedule.fresh(0, 16), 16);
          schedule.receive(other(shape), 16);
        });
  }

  @Test
  void aPutForWhichNothingIsOffered() {
    finds(
        "has sent data, and no offer",
        Collective.ALLREDUCE,
        2,
        (shape, schedule) -> {
          schedule.enter();
          schedule.send(other(shape), schedule.fresh(0, 16), 16);
          schedule.target(other(shape), 16);
        });
  }

  @Test
  void writingWhereNothingBelongs() {
    finds(
        "bytes to OUT",
        Collective.REDUCE,
        2,
        (shape, schedule) -> {
          schedule.enter();
          schedule.copy(Region.OUT, Region.IN + 16, 16);
        });
  }

  /// Schedules are kept: their length must not grow with the data.
  @Test
  void schedulesOfAllAlgorithmsStayShort() {
    for (Collective collective : Collective.values()) {
      for (Algorithms.Entry entry : Algorithms.of(collective)) {
        for (int size : new int[] {2, 8, 33}) {
          Schedule schedule = new Schedule();
          Shape shape = new Shape().set(collective, size, size / 2, size / 2);
          shape.amount(1L << 36, 8).memory(true, false, false).pipeline(4096, 8);
          entry.write(shape, schedule);
          assertThat(schedule.length())
              .as("%s %s for %d ranks", collective, entry.name(), size)
              .isLessThan(20 * Steps.MOST_CHUNKS);
        }
      }
    }
  }
}
