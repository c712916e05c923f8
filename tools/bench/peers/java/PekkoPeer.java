// SPDX-License-Identifier: Apache-2.0

import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;

/// Actors of Pekko, remote by Artery over TCP. An actor answers where a trip is measured; words one
/// way go to a queue, in windows, because Artery drops what is sent faster than it takes.
final class PekkoPeer extends JavaPeer {
  private static final int WINDOW = 1000;

  private final LinkedBlockingQueue<Long> queue;
  private final ActorSystem system;
  private final ActorRef echo;
  private final ActorRef other;

  private PekkoPeer(
      LinkedBlockingQueue<Long> queue, ActorSystem system, ActorRef echo, ActorRef other) {
    this.queue = queue;
    this.system = system;
    this.echo = echo;
    this.other = other;
  }

  /// Answers words with the next one, and arrays with themselves.
  private static final class Echo extends AbstractActor {
    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .match(Long.class, word -> getSender().tell(word + 1, getSelf()))
          .match(byte[].class, array -> getSender().tell(array, getSelf()))
          .build();
    }
  }

  /// Puts words into a queue.
  private static final class Queue extends AbstractActor {
    private final LinkedBlockingQueue<Long> words;

    Queue(LinkedBlockingQueue<Long> words) {
      this.words = words;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().match(Long.class, words::add).build();
    }
  }

  /// Makes round trips.
  private static final class Trips extends AbstractActor {
    private final CompletableFuture<Boolean> end;
    private final ActorRef echo;
    private final byte[] array;
    private final long count;
    private long done;

    Trips(CompletableFuture<Boolean> end, ActorRef echo, byte[] array, long count) {
      this.end = end;
      this.echo = echo;
      this.array = array;
      this.count = count;
    }

    @Override
    public void preStart() {
      next();
    }

    private void next() {
      if (done == count) {
        end.complete(true);
        getContext().stop(getSelf());
      } else if (array.length > 0) {
        byte[] message = array.clone();
        message[(int) (done * 4096 % ARRAY)] = (byte) done;
        array[(int) (done * 4096 % ARRAY)] = (byte) done;
        echo.tell(message, getSelf());
      } else {
        echo.tell(done, getSelf());
      }
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .match(Long.class, word -> answered(word == done + 1))
          .match(byte[].class, got -> answered(Arrays.equals(got, array)))
          .build();
    }

    private void answered(boolean right) {
      if (!right) {
        end.completeExceptionally(new IllegalStateException("a wrong answer"));
      }
      done++;
      next();
    }
  }

  public static void main(String[] args) throws Exception {
    int rank = Integer.parseInt(args[0]);
    Path folder = Path.of(args[1]);
    var config =
        ConfigFactory.parseString(
                """
                pekko.actor.provider = remote
                pekko.remote.artery.transport = tcp
                pekko.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                pekko.remote.artery.advanced.maximum-frame-size = 2 MiB
                pekko.remote.artery.untrusted-mode = off
                pekko.loglevel = WARNING
                """)
            .withFallback(ConfigFactory.load());
    ActorSystem system = ActorSystem.create("peer", config);
    var queue = new LinkedBlockingQueue<Long>();
    ActorRef echo = system.actorOf(Props.create(Echo.class, Echo::new), "echo");
    system.actorOf(Props.create(Queue.class, () -> new Queue(queue)), "queue");
    var address = ((ExtendedActorSystem) system).provider().getDefaultAddress();
    Files.writeString(folder.resolve(".address" + rank), address.toString());
    Files.move(folder.resolve(".address" + rank), folder.resolve("address" + rank));
    Path theirs = folder.resolve("address" + (1 - rank));
    while (!Files.exists(theirs)) {
      Thread.sleep(2);
    }
    String root = Files.readString(theirs) + "/user/";
    new PekkoPeer(queue, system, find(system, root + "echo"), find(system, root + "queue"))
        .serve(rank, folder);
    System.exit(0);
  }

  private static ActorRef find(ActorSystem system, String path) throws Exception {
    return system
        .actorSelection(path)
        .resolveOne(Duration.ofSeconds(20))
        .toCompletableFuture()
        .get();
  }

  private void trips(byte[] array, long count) throws Exception {
    if (rank == 0) {
      var end = new CompletableFuture<Boolean>();
      system.actorOf(Props.create(Trips.class, () -> new Trips(end, echo, array, count)));
      end.get();
    }
  }

  @Override
  void wordTrips(long count) throws Exception {
    trips(new byte[0], count);
  }

  @Override
  void arrayTrips(long count) throws Exception {
    trips(new byte[ARRAY], count);
  }

  @Override
  void words(long count) throws Exception {
    long sum = 0;
    for (long i = 0; i < count; i++) {
      if (rank == 0) {
        sendWord(i);
      }
      sum = 31 * sum + (rank == 0 ? i : takeWord());
      if (i % WINDOW == WINDOW - 1) {
        if (rank == 0) {
          takeWord();
        } else {
          sendWord(0);
        }
      }
    }
    if (rank == 0) {
      check(takeWord(), sum);
    } else {
      sendWord(sum);
    }
  }

  @Override
  void sendWord(long word) {
    other.tell(word, ActorRef.noSender());
  }

  @Override
  long takeWord() throws Exception {
    return queue.take();
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
