// SPDX-License-Identifier: Apache-2.0

import com.typesafe.config.ConfigFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ClusterShardingSettings;
import org.apache.pekko.cluster.sharding.ShardCoordinator.AbstractShardAllocationStrategy;
import org.apache.pekko.cluster.sharding.ShardRegion;
import org.apache.pekko.dispatch.Futures;
import org.apache.pekko.pattern.Patterns;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;

/// Entities of Pekko's cluster sharding in a cluster of two JVMs, remote by Artery over TCP.
/// Entities with even numbers live in the first JVM, the others in the second. A message is three
/// words as bytes (the entity's number, what it is, a word), for which Pekko has a serializer.
///
/// Artery drops what is sent faster than it takes, so the sender keeps at most [#WINDOW] messages
/// that nobody has counted. What is lost all the same is counted, too.
final class ShardPeer extends JavaPeer {
  private static final int SHARDS = 100;
  private static final int ENTITIES = 1000;
  private static final int WINDOW = 20_000;
  private static final int BETWEEN_COUNTS = 500;

  /// Nothing comes any more when the count has not changed for so long.
  private static final long QUIET_NANOS = 2_000_000_000;

  private static final long TRIP = 1;
  private static final long COUNT = 2;
  private static final long ASK = 3;

  // Of this JVM: entities are made by Pekko, and are given nothing.
  private static final AtomicLong counted = new AtomicLong();
  private static volatile long told;
  private static volatile CompletableFuture<Boolean> ended;
  private static volatile ActorRef region;

  private final ActorSystem system;
  private final ActorRef listener;
  private final ActorRef cold;
  private long sent;
  private long lost;

  private ShardPeer(ActorSystem system, ActorRef listener, ActorRef cold) {
    this.system = system;
    this.listener = listener;
    this.cold = cold;
  }

  private static byte[] message(long entity, long what, long word) {
    return ByteBuffer.allocate(24).putLong(entity).putLong(what).putLong(word).array();
  }

  /// An entity.
  private static final class Entity extends AbstractActor {
    @Override
    public Receive createReceive() {
      return receiveBuilder().match(byte[].class, this::take).build();
    }

    private void take(byte[] bytes) {
      ByteBuffer message = ByteBuffer.wrap(bytes);
      long entity = message.getLong();
      long what = message.getLong();
      long left = message.getLong();
      if (what == TRIP && entity == 0 && left == 0) {
        ended.complete(true);
      } else if (what == TRIP) {
        region.tell(message(1 - entity, TRIP, entity == 0 ? left : left - 1), getSelf());
      } else if (what == COUNT) {
        long count = counted.incrementAndGet();
        if (count % BETWEEN_COUNTS == 0) {
          getSender().tell(count, getSelf());
        }
      } else {
        getSender().tell(counted.get(), getSelf());
      }
    }
  }

  /// Hears how many messages have been counted.
  private static final class Listener extends AbstractActor {
    @Override
    public Receive createReceive() {
      return receiveBuilder().match(Long.class, count -> told = Math.max(told, count)).build();
    }
  }

  private static final class Extractor implements ShardRegion.MessageExtractor {
    private static long entity(Object message) {
      return ByteBuffer.wrap((byte[]) message).getLong();
    }

    @Override
    public String entityId(Object message) {
      return String.valueOf(entity(message));
    }

    @Override
    public Object entityMessage(Object message) {
      return message;
    }

    @Override
    public String shardId(Object message) {
      return String.valueOf(entity(message) % SHARDS);
    }
  }

  /// Even shards stay in the JVM of the coordinator, which is the first; odd ones go to the other.
  private static final class ByParity extends AbstractShardAllocationStrategy {
    @Override
    public Future<ActorRef> allocateShard(
        ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> regions) {
      boolean even = Long.parseLong(shard) % 2 == 0;
      for (ActorRef each : regions.keySet()) {
        if (each.path().address().hasLocalScope() == even) {
          return Futures.successful(each);
        }
      }
      return Futures.failed(new IllegalStateException("no region for shard " + shard));
    }

    @Override
    public Future<Set<String>> rebalance(
        Map<ActorRef, IndexedSeq<String>> regions, Set<String> underWay) {
      return Futures.successful(Set.of());
    }
  }

  public static void main(String[] args) throws Exception {
    int rank = Integer.parseInt(args[0]);
    Path folder = Path.of(args[1]);
    var config =
        ConfigFactory.parseString(
                """
                pekko.actor.provider = cluster
                pekko.remote.artery.transport = tcp
                pekko.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                pekko.remote.artery.advanced.outbound-message-queue-size = 65536
                pekko.cluster.jmx.enabled = off
                pekko.cluster.sharding.passivation.strategy = none
                pekko.loglevel = WARNING
                """)
            .withFallback(ConfigFactory.load());
    ActorSystem system = ActorSystem.create("peer", config);
    Cluster cluster = Cluster.get(system);
    write(folder, "address" + rank, cluster.selfAddress().toString());
    String seed = await(folder, "address0");
    await(folder, "address1");
    cluster.join(AddressFromURIString.parse(seed));
    while (up(cluster) < 2) {
      Thread.sleep(10);
    }
    region = start(system, "object");
    ActorRef cold = start(system, "cold");
    ActorRef listener = system.actorOf(Props.create(Listener.class, Listener::new));
    if (rank == 1) {
      // Whoever has been answered is known to the coordinator.
      for (ActorRef each : new ActorRef[] {region, cold}) {
        Patterns.ask(each, message(0, ASK, 0), Duration.ofSeconds(60)).toCompletableFuture().get();
      }
      write(folder, "ready", "");
    } else {
      await(folder, "ready");
      for (int i = 0; i < ENTITIES; i++) {
        Patterns.ask(region, message(2L * i + 1, ASK, 0), Duration.ofSeconds(60))
            .toCompletableFuture()
            .get();
      }
    }
    new ShardPeer(system, listener, cold).serve(rank, folder);
    System.exit(0);
  }

  private static ActorRef start(ActorSystem system, String type) {
    return ClusterSharding.get(system)
        .start(
            type,
            Props.create(Entity.class, Entity::new),
            ClusterShardingSettings.create(system),
            new Extractor(),
            new ByParity(),
            PoisonPill.getInstance());
  }

  private static int up(Cluster cluster) {
    int up = 0;
    for (var member : cluster.state().getMembers()) {
      up += member.status().equals(MemberStatus.up()) ? 1 : 0;
    }
    return up;
  }

  private static void write(Path folder, String name, String text) throws Exception {
    Files.writeString(folder.resolve("." + name), text);
    Files.move(
        folder.resolve("." + name), folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  private static String await(Path folder, String name) throws Exception {
    while (!Files.exists(folder.resolve(name))) {
      Thread.sleep(2);
    }
    return Files.readString(folder.resolve(name));
  }

  /// Round trips between entity 0, here, and entity 1, in the other JVM.
  @Override
  void wordTrips(long count) throws Exception {
    if (rank == 0) {
      var end = new CompletableFuture<Boolean>();
      ended = end;
      region.tell(message(1, TRIP, count), listener);
      end.get();
    }
  }

  /// Messages to the entities of the other JVM in random order, until all are counted or lost.
  @Override
  void words(long count) throws Exception {
    if (rank == 0) {
      lost += flood(region, count, WINDOW);
    }
  }

  private long flood(ActorRef to, long count, long window) throws Exception {
    var random = new SplittableRandom(1);
    long end = sent + count;
    while (sent < end) {
      if (sent - told < window) {
        to.tell(message(2L * random.nextInt(ENTITIES) + 1, COUNT, sent++), listener);
      } else if (!mayGoOn(to, sent - window)) {
        break;
      }
    }
    while (told < sent && mayGoOn(to, sent - 1)) {}
    long missing = sent - told;
    sent = told; // what was lost is not waited for again
    return missing;
  }

  /// Waits until more than `least` messages have been counted; false when no more come.
  private boolean mayGoOn(ActorRef to, long least) throws Exception {
    long before = told;
    long since = System.nanoTime();
    for (long asked = since; told <= least; ) {
      long now = System.nanoTime();
      if (told != before) {
        before = told;
        since = now;
      } else if (now - since > QUIET_NANOS) {
        return false;
      }
      if (now - asked > 1_000_000) {
        to.tell(message(1, ASK, 0), listener);
        asked = now;
      }
      Thread.onSpinWait();
    }
    return true;
  }

  @Override
  long other(String what, long count) throws Exception {
    return switch (what) {
      case "lost" -> lost;
      // All at once, before anybody knows where the entities are.
      case "lostCold" -> rank == 0 ? flood(cold, count, Long.MAX_VALUE) : 0;
      default -> super.other(what, count);
    };
  }

  @Override
  void sendWord(long word) {
    throw new UnsupportedOperationException();
  }

  @Override
  long takeWord() {
    throw new UnsupportedOperationException();
  }

  @Override
  void sendArray(byte[] array) {
    throw new UnsupportedOperationException();
  }

  @Override
  void takeArray(byte[] into) {
    throw new UnsupportedOperationException();
  }
}
