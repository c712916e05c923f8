// SPDX-License-Identifier: Apache-2.0
package model;

import weft.Rsr1;
import weft.Weft;
import weft.World;

/// What would a faster network do for my program? Rank 0 asks the last rank a hundred thousand
/// questions, each after the answer to the one before, so that the program waits for messages.
final class AskOneByOne {
  private static final long QUESTIONS = 100_000;

  private final World world;
  private final Rsr1 question;
  private final Rsr1 answer;
  private long answers;
  private long sum;

  private AskOneByOne(World world) {
    this.world = world;
    this.question = world.rsr1("question", this::reply);
    this.answer = world.rsr1("answer", this::take);
  }

  static void main(String[] args) {
    Weft.launch(
        args,
        world -> {
          var asking = new AskOneByOne(world);
          world.start();
          asking.run();
        });
  }

  private void run() {
    if (world.rank() == 0) {
      int last = world.size() - 1;
      for (long i = 0; i < QUESTIONS; i++) {
        long asked = i;
        question.send(last, i);
        world.pollUntil(() -> answers > asked);
      }
      System.out.println("the answers add up to " + sum);
    }
    world.quiesce();
  }

  private void reply(int source, long number) {
    answer.send(source, 2 * number);
  }

  private void take(int source, long number) {
    answers++;
    sum += number;
  }
}
