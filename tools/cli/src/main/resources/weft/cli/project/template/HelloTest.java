package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import weft.World;
import weft.testkit.WeftTest;

final class HelloTest {
  /// Every rank runs this method: once with one rank, once with two and once with four.
  @WeftTest(ranks = {1, 2, 4})
  void everyRankIsGreeted(World world) {
    assertEquals(world.size(), Hello.greet(world));
  }
}
