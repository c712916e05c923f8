// SPDX-License-Identifier: Apache-2.0

// May a handler send, and how do I know when all messages are done?

import weft.Rsr1;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

void main(String[] args) {
  Weft.launch(args, world -> new Tree(world).grow(15));
}

/// A binary tree that grows across the ranks. One object per rank holds the state of its handlers.
static final class Tree {
  private final World world;
  private final Group all;
  private final Rsr1 split;
  private long leaves;

  Tree(World world) {
    this.world = world;
    this.all = Group.world(world);
    this.split = world.rsr1("split", this::split);
  }

  private void split(int source, long depth) {
    if (depth == 0) {
      leaves++;
      return;
    }
    split.send(world.rank(), depth - 1);
    split.send(world.next(), depth - 1);
  }

  void grow(long depth) {
    world.start();
    if (world.rank() == 0) {
      split.send(0, depth);
    }
    world.quiesce(); // now no message is queued or in flight

    long sum = all.allreduce(leaves, Operator.SUM);
    if (world.rank() == 0) {
      IO.println("the tree has " + sum + " leaves");
    }
  }
}
