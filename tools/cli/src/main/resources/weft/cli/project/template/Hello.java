package com.example;

import weft.RsrObject;
import weft.Weft;
import weft.World;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;

/// Every rank greets the next one, and rank 0 says how many greetings arrived.
public final class Hello {
  record Greeting(String text, int from) {}

  private Hello() {}

  public static void main(String[] args) {
    Weft.launch(args, world -> {
      long greetings = greet(world);
      if (world.rank() == 0) {
        System.out.println(world.size() + " ranks, " + greetings + " greetings");
      }
    });
  }

  /// What each rank runs: handlers first, then start, then messages.
  static long greet(World world) {
    var arrived = new long[1];
    RsrObject<Greeting> hello =
        world.rsrObject(
            "hello", Codecs.record(Greeting.class), (source, greeting) -> arrived[0]++);
    Group all = Group.world(world);
    world.start();
    hello.send(world.next(), new Greeting("hello", world.rank()));
    world.quiesce(); // until all messages of all ranks have been handled
    return all.allreduce(arrived[0], Operator.SUM);
  }
}
