// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import weft.mobile.internal.protocol.SimulatedRanks.Counted;
import weft.mobile.internal.protocol.SimulatedRanks.Rank;
import weft.testkit.Effort;

/// The protocol itself, over a network that delivers in random order: every message is handled
/// exactly once and in the order of its sender, whatever moves, ends, is inserted late, or is
/// forgotten.
final class RouterTest {
  @Test
  void everyMessageIsHandledOnceAndInOrder() {
    long seed = Long.getLong("weft.seed", System.nanoTime());
    int runs = Integer.getInteger("weft.runs", !Effort.current().isQuick() ? 10_000 : 200);
    System.out.println("seed " + seed + ", " + runs + " runs");
    for (int run = 0; run < runs; run++) {
      try {
        new Run(new Random(seed + run)).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "run " + run + "; repeat it with -Dweft.runs=1 -Dweft.seed=" + (seed + run), e);
      }
    }
  }

  /// Handlers run inside sends that wait for room, and send to the object for which the message is
  /// that waits: with a later number, but earlier.
  @Test
  void sendsThatWaitKeepTheirOrder() {
    long sent = 0;
    for (int seed = 0; seed < 60; seed++) {
      var run = new Run(new Random(seed));
      run.ranks.waiting = 0.7;
      run.run();
      sent += run.ranks.sentInWaits;
    }
    assertThat(sent).isGreaterThan(1000);
  }

  /// While an element ends at its home, sends may run handlers. A message that arrives then is
  /// undelivered, and its number counts for the next element of the index.
  @Test
  void aMessageThatArrivesWhileAnElementEndsIsCounted() {
    var both = new SimulatedRanks(2, new Random(1));
    Rank home = both.ranks.get(0);
    Rank sender = both.ranks.get(1);
    long word = ObjectWord.element(0, 4);
    home.router.insert(word, 0, new Counted(), new MemberRounds());
    sender.send(word, null, 1);
    both.deliver();
    Resident first = Objects.requireNonNull(home.run());
    home.router.ran(first);
    sender.send(word, null, 1);
    both.dead.add(word);
    home.whenEnded = both::deliver;
    home.router.destroy(first);
    assertThat(both.undelivered).isOne();
    home.reports = 1;
    home.router.quiescing();
    home.router.quiescent();
    var state = new Counted();
    state.got.put(ObjectWord.rank(1), 2L);
    home.router.insert(word, 0, state, new MemberRounds());
    sender.send(word, null, 1);
    both.deliver();
    Resident second = Objects.requireNonNull(home.run());
    home.router.ran(second);
    assertThat(home.owed).isZero();
  }

  /// What the action for an undelivered message sends is counted before the message is done: else
  /// quiescence may be found in between.
  @Test
  void anUndeliveredMessageIsOwedUntilItsActionHasSent() {
    var both = new SimulatedRanks(2, new Random(1));
    Rank rank = both.ranks.get(0);
    Resident object = rank.router.create(0, new Counted());
    for (int i = 0; i < 3; i++) {
      rank.send(object.word(), null, 1);
    }
    Resident running = Objects.requireNonNull(rank.run());
    rank.router.ran(running);
    both.dead.add(object.word());
    List<Integer> owed = new ArrayList<>();
    rank.whenUndelivered = () -> owed.add((int) rank.owed);
    rank.router.destroy(object);
    assertThat(owed).containsExactly(2, 1);
    assertThat(rank.owed).isZero();
  }

  /// Every object moves after every message.
  @Test
  void messagesCatchUpWithObjectsThatNeverRest() {
    for (int seed = 0; seed < 20; seed++) {
      var run = new Run(new Random(seed));
      run.moving = 1;
      run.run();
    }
  }

  @Test
  void messagesTakeFewExtraHops() {
    var run = new Run(new Random(4));
    run.moving = 0.04;
    run.dropping = 0;
    run.dying = 0;
    run.ranks.waiting = 0;
    run.actions = 40_000;
    run.repeating = 0;
    run.elements = 0;
    run.run();
    long forwarded = run.ranks.ranks.stream().mapToLong(it -> it.router.counts().forwarded()).sum();
    long moves = run.ranks.ranks.stream().mapToLong(it -> it.router.counts().left()).sum();
    double perMove = (double) run.ranks.handled / moves;
    double extra = (double) forwarded / run.ranks.handled;
    System.out.printf("%.1f messages per migration, %.3f extra hops each%n", perMove, extra);
    assertThat(extra).isLessThan(0.3);
  }

  /// One run of random actions.
  private static final class Run {
    private final Random random;
    private final SimulatedRanks ranks;
    double moving;
    double dying;
    double dropping;
    double repeating;
    int actions;
    int elements;

    /// Elements that are not inserted yet. Messages to them wait at their homes, also while numbers
    /// are forgotten.
    private final List<Long> missing = new ArrayList<>();

    Run(Random random) {
      this.random = random;
      this.ranks = new SimulatedRanks(1 + random.nextInt(8), random);
      this.moving = random.nextDouble() * random.nextDouble();
      this.dying = random.nextInt(3) == 0 ? 0.002 : 0;
      this.dropping = random.nextBoolean() ? 0.05 : 0;
      this.ranks.waiting = random.nextInt(3) == 0 ? 0.2 : 0;
      this.actions = 200 + random.nextInt(1500);
      this.elements = actions % 4;
      this.repeating = actions % 3 == 0 ? 0 : 0.3;
    }

    void run() {
      int objects = 2 + random.nextInt(20);
      for (int i = 0; i < objects; i++) {
        Rank rank = ranks.anyRank();
        int target = random.nextInt(ranks.ranks.size());
        ranks.objects.add(
            random.nextBoolean()
                ? rank.router.create(0, new Counted()).word()
                : rank.router.createAt(target, 0, new Counted()));
      }
      for (int i = 0; i < elements; i++) {
        missing.add(ObjectWord.element(ranks.anyRank().number, i));
      }
      ranks.objects.addAll(missing);
      for (int i = 0; i < actions; i++) {
        act();
        if (!missing.isEmpty() && random.nextInt(300) == 0) {
          insert();
        }
        if (random.nextInt(500) == 0) {
          quietPoint();
        }
      }
      while (insert()) {
        act();
      }
      settle(true);
      assertThat(ranks.handled + ranks.undelivered).isEqualTo(ranks.sent);
      assertThat(ranks.repeating).isEmpty();
      for (Rank rank : ranks.ranks) {
        assertThat(rank.owed).isZero();
        assertThat(rank.kept).isZero();
      }
    }

    /// Inserts a missing element on any rank; returns false if there is none.
    private boolean insert() {
      if (missing.isEmpty()) {
        return false;
      }
      long word = missing.remove(random.nextInt(missing.size()));
      ranks.anyRank().router.insert(word, 0, new Counted(), new MemberRounds());
      return true;
    }

    private void act() {
      switch (random.nextInt(4)) {
        case 0 -> ranks.anyRank().send(any(), null, words());
        case 1 -> runOne(ranks.anyRank(), true);
        default -> {
          if (ranks.isInFlight()) {
            ranks.deliver();
          }
        }
      }
      if (random.nextDouble() < dropping) {
        ranks.anyRank().router.drop(any());
      }
    }

    private int words() {
      return random.nextInt(20) == 0 ? 60 : random.nextInt(4);
    }

    private long any() {
      return ranks.objects.get(random.nextInt(ranks.objects.size()));
    }

    private boolean runOne(Rank rank, boolean sends) {
      @Nullable Resident object = rank.run();
      if (object == null) {
        return false;
      }
      for (int i = random.nextInt(3); sends && i > 0; i--) {
        rank.send(any(), object, words());
      }
      if (sends && repeating > 0 && random.nextDouble() < repeating) {
        ranks.again(rank, object);
      }
      rank.router.ran(object);
      if (sends && random.nextDouble() < dying) {
        ranks.dead.add(object.word());
        ranks.repeating.removeIf(it -> it.object() == object.word());
        rank.router.destroy(object);
      } else if (random.nextDouble() < moving) {
        int target = random.nextInt(ranks.ranks.size());
        if (target != rank.number) {
          rank.router.migrate(object, target);
        }
      }
      return true;
    }

    /// Delivers everything; and lets objects handle it, if they may.
    private void settle(boolean running) {
      boolean any = true;
      while (any) {
        any = false;
        while (ranks.isInFlight()) {
          ranks.deliver();
        }
        for (Rank rank : ranks.ranks) {
          while (running && runOne(rank, false)) {
            any = true;
          }
        }
        any |= ranks.isInFlight();
      }
    }

    private void quietPoint() {
      ranks.ranks.forEach(it -> it.router.suspend());
      settle(false);
      ranks.ranks.forEach(it -> assertThat(it.owed).isZero());
      ranks.ranks.forEach(it -> it.router.forget());
      ranks.ranks.forEach(it -> it.router.resume(false));
    }
  }
}
