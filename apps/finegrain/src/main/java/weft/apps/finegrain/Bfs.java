// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.Arrays;
import java.util.SplittableRandom;
import weft.Rsr2;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Headline;
import weft.collective.Group;
import weft.collective.Operator;
import weft.options.Options;
import weft.overlap.Channel;
import weft.overlap.PairChannel;

/// Breadth-first search of an R-MAT graph, level by level: each edge from the last level is a
/// record to the owner of its other end.
public final class Bfs {
  private static final String ABOUT =
      """
      bfs [options]

      Breadth-first search of an R-MAT graph of 2^S vertices, from several roots: by one message for
      each edge, and by a channel that puts them together. Each tree is validated as Graph500 asks.
      """;

  private static final int BETWEEN_POLLS = 256;

  /// Nanoseconds of a core for an edge in both ways, and for validating it.
  private static final int NANOS = 900;

  static final long NONE = -1;

  private final World world;
  private final Group group;
  final RmatGraph graph;
  private final Rsr2 visit;
  private final PairChannel visits;
  private final PairChannel edges;
  private final PairChannel parents;
  private final PairChannel neighbours;

  long[] parent = {};
  int[] level = {};
  private int[] frontier = {};
  private int[] next = {};
  private int found;
  private int depth;
  private long wrong;

  Bfs(World world, int scale) {
    this.world = world;
    this.group = Group.world(world);
    this.graph = new RmatGraph(world, scale);
    this.visit = world.rsr2("bfs.visit", (source, vertex, from) -> onVisit(vertex, from));
    this.visits =
        Channel.pairs(world, "bfs.visits", (source, vertex, from) -> onVisit(vertex, from));
    this.edges =
        Channel.pairs(world, "bfs.edges", (source, vertex, other) -> graph.add(vertex, other));
    this.parents = Channel.pairs(world, "bfs.parents", (source, vertex, at) -> onChild(vertex, at));
    this.neighbours =
        Channel.pairs(world, "bfs.neighbours", (source, vertex, at) -> onNeighbour(vertex, at));
  }

  private void onVisit(long vertex, long from) {
    int local = graph.local(vertex);
    if (parent[local] == NONE) {
      parent[local] = from;
      level[local] = depth + 1;
      next[found++] = local;
    }
  }

  /// Runs the program; `--help` shows its options.
  public static void main(String[] args) {
    AppProgram.launch("bfs", args, Bfs::run);
  }

  private record Settings(int scale, int edgeFactor, int roots, long seed) {
    static Settings parse(World world) {
      var given = new Options("bfs", ABOUT, world.args());
      var settings =
          new Settings(
              given.count("scale S", 16, 1, 30, "the graph has 2^S vertices"),
              given.count("edge-factor N", 16, 1, 1024, "edges for each vertex"),
              given.count("roots N", 5, 1, 10_000, "searches of each way"),
              given.whole("seed S", 1, "the seed of the graph and the roots"));
      given.end();
      return settings;
    }
  }

  static void run(World world) {
    Settings options = AppProgram.options(world, () -> Settings.parse(world));
    if (options == null) {
      return;
    }
    var bfs = new Bfs(world, options.scale());
    world.start();
    bfs.search(options);
  }

  /// Makes the graph. Collective.
  void generate(int edgeFactor, long seed) {
    graph.generate(edgeFactor, seed, edges);
    int mine = graph.mine();
    parent = new long[mine];
    level = new int[mine];
    frontier = new int[mine];
    next = new int[mine];
  }

  private void search(Settings options) {
    double edges = Math.pow(2, options.scale()) * options.edgeFactor();
    Headline.print(
        world,
        "bfs: %d searches of each way in a graph of 2^%d vertices with %d edges each"
            .formatted(options.roots(), options.scale(), options.edgeFactor()),
        Headline.shared(world, (options.roots() + 1) * NANOS * 1e-9 * edges));
    generate(options.edgeFactor(), options.seed());
    var random = new SplittableRandom(options.seed() + 17);
    var rounds = new Rounds(group, options.roots());
    long[] root = {nextRoot(random)};
    long[] traversed = new long[1];
    int[] searches = new int[1];
    rounds.run(
        () -> from(root[0], false),
        () -> from(root[0], true),
        () -> {
          long edgesOfTree = validate(root[0]);
          traversed[0] += edgesOfTree;
          if (++searches[0] % 2 == 0) {
            root[0] = nextRoot(random);
          }
        });
    if (world.rank() == 0) {
      System.out.print(rounds.text("edges", (double) traversed[0] / searches[0]));
      System.out.println("  validated: all trees are right");
      System.out.print(rounds.gain("edges"));
    }
  }

  /// A vertex that has an edge to another one; the same on all ranks. Collective.
  long nextRoot(SplittableRandom random) {
    for (; ; ) {
      long vertex = random.nextLong(graph.vertices());
      long others = 0;
      if (graph.owner(vertex) == world.rank()) {
        int local = graph.local(vertex);
        for (int i = 0; i < graph.degree(local); i++) {
          others += graph.neighbour(local, i) == vertex ? 0 : 1;
        }
      }
      if (group.allreduce(others, Operator.SUM) > 0) {
        return vertex;
      }
    }
  }

  /// Searches from a vertex. Collective.
  void from(long root, boolean aggregated) {
    Arrays.fill(parent, NONE);
    Arrays.fill(level, -1);
    depth = -1;
    found = 0;
    if (graph.owner(root) == world.rank()) {
      onVisit(root, root);
    }
    while (group.allreduce((long) found, Operator.SUM) > 0) {
      int count = found;
      int[] swap = frontier;
      frontier = next;
      next = swap;
      found = 0;
      depth++;
      // Nobody's visits may arrive before all are at this level.
      group.barrier();
      int sent = 0;
      for (int i = 0; i < count; i++) {
        int local = frontier[i];
        long vertex = graph.global(local);
        for (int e = 0; e < graph.degree(local); e++) {
          long other = graph.neighbour(local, e);
          if (aggregated) {
            visits.push(graph.owner(other), other, vertex);
          } else {
            visit.send(graph.owner(other), other, vertex);
          }
          if ((++sent & (BETWEEN_POLLS - 1)) == 0) {
            world.poll();
          }
        }
      }
      world.quiesce();
    }
  }

  // Validation (Graph500, specification, kernel 2).

  private void onChild(long vertex, long levelOfChild) {
    wrong += level[graph.local(vertex)] == levelOfChild - 1 ? 0 : 1;
  }

  private void onNeighbour(long vertex, long levelOfNeighbour) {
    int mine = level[graph.local(vertex)];
    boolean bothOut = mine < 0 && levelOfNeighbour < 0;
    boolean near = mine >= 0 && levelOfNeighbour >= 0 && Math.abs(mine - levelOfNeighbour) <= 1;
    wrong += bothOut || near ? 0 : 1;
  }

  /// Checks that the parents are a tree with the levels found. Every vertex but the root must have
  /// an edge to its parent and be one level below it. Every edge must join vertices whose levels
  /// differ by at most one. No edge may leave the tree. Returns the number of edges of the graph in
  /// the tree's component. Collective.
  long validate(long root) {
    wrong = 0;
    long inside = 0;
    for (int local = 0; local < parent.length; local++) {
      long vertex = graph.global(local);
      boolean isRoot = vertex == root;
      if (isRoot && (parent[local] != root || level[local] != 0)) {
        wrong++;
      }
      if (!isRoot && parent[local] != NONE) {
        parents.push(graph.owner(parent[local]), parent[local], level[local]);
      }
      boolean joined = isRoot || parent[local] == NONE;
      for (int e = 0; e < graph.degree(local); e++) {
        long other = graph.neighbour(local, e);
        neighbours.push(graph.owner(other), other, level[local]);
        joined |= other == parent[local];
      }
      wrong += joined ? 0 : 1;
      inside += parent[local] == NONE ? 0 : graph.degree(local);
      if ((local & 15) == 0) {
        world.poll();
      }
    }
    world.quiesce();
    long errors = group.allreduce(wrong, Operator.SUM);
    if (errors > 0) {
      throw new IllegalStateException(
          "the tree from vertex " + root + " is wrong at " + errors + " places");
    }
    return group.allreduce(inside, Operator.SUM) / 2;
  }
}
