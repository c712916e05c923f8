// SPDX-License-Identifier: Apache-2.0
package weft.internal.agreement;

import java.util.function.BooleanSupplier;
import weft.Frame;
import weft.RsrN;
import weft.WeftException;
import weft.internal.dispatch.HandlerTable;
import weft.internal.rank.CallChecks;
import weft.internal.rank.Ledger;
import weft.internal.rank.Loop;
import weft.internal.rank.Rank;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;

/// The internal collective operations of a job: start, quiescence, allocation, end. Each is one
/// round up and down a binomial tree with root 0. Every rank contributes a few words and gets the
/// combined ones.
///
/// Quiescence takes several rounds. Ranks that found no change between two rounds wait until one of
/// them has news ([#awaitNews]). It tells rank 0, which tells all others along the tree. So ranks
/// that wait for a message that never arrives send nothing, and the job visibly stands still.
///
/// A round carries a signature (which call, how many words), so ranks that make different calls
/// detect it. A child is at most one round ahead of its parent, so two slots per child hold all
/// early arrivals.
public final class AgreementRounds {
  private static final int START = 1;
  private static final int SHOW = 2;
  private static final int QUIESCE = 3;
  private static final int END = 4;
  private static final int MALLOC_ALL = 5;
  private static final int FREE_ALL = 6;

  private static final int HEAD = 2;

  private final CallChecks checks;
  private final Loop loop;
  private final Ledger ledger;
  private final Sender sender;
  private final Runnable flush;
  private final int rank;
  private final int size;
  private final int parent;
  private final int[] children;
  private final long[][][] early;
  private final int[][] earlyWords;
  private final int[] arrived = new int[2];

  private long[] message = new long[HEAD + 8];
  private long[] down = new long[HEAD + 8];
  private long round;
  private long downRound;
  private long waitedRound;
  private int waitedSlot;

  /// The last round after which a rank has had news.
  private long newsAfter;

  /// At rank 0: the last round after which all others were told so.
  private long newsTold;

  /// The events of all ranks that were issued and not completed when [#awaitNews] began; 0
  /// otherwise. Status reports read it.
  private long missing;

  // Kept, so that a wait allocates nothing.
  private final BooleanSupplier allUp = this::allUp;
  private final BooleanSupplier isDown = this::isDown;

  /// The rounds of `rank`; `flush` sends buffered messages.
  public AgreementRounds(Rank rank, Sender sender, HandlerTable handlers, Runnable flush) {
    this.checks = rank.checks();
    this.loop = rank.loop();
    this.ledger = rank.ledger();
    this.sender = sender;
    this.flush = flush;
    this.rank = rank.rank();
    this.size = rank.size();
    this.parent = this.rank & (this.rank - 1);
    int count = 0;
    for (int bit = 1; isChild(bit); bit <<= 1) {
      count++;
    }
    this.children = new int[count];
    for (int i = 0; i < count; i++) {
      children[i] = this.rank + (1 << i);
    }
    this.early = new long[2][count][HEAD + 8];
    this.earlyWords = new int[2][count];
    RsrN.Handler up = this::up;
    RsrN.Handler down = (source, payload) -> down(payload);
    handlers.addSystem("a collective", SystemHandlers.UP, up);
    handlers.addSystem("a collective", SystemHandlers.DOWN, down);
    RsrN.Handler again = (source, payload) -> news(payload.getLong(0));
    handlers.addSystem("a collective", SystemHandlers.AGAIN, again);
    rank.status().addAtEnd(this::describe);
  }

  private void down(Frame payload) {
    int words = (int) (payload.size() >>> 3);
    down = grown(down, words);
    payload.copyTo(0, down, 0, words);
    downRound = down[0];
    ledger.move();
  }

  private boolean isChild(int bit) {
    return (rank & (bit - 1)) == 0 && (rank & bit) == 0 && rank + bit < size;
  }

  private boolean allUp() {
    return arrived[waitedSlot] == children.length;
  }

  private boolean isDown() {
    return downRound == waitedRound;
  }

  private void up(int source, Frame payload) {
    int child = Integer.numberOfTrailingZeros(source - rank);
    int words = (int) (payload.size() >>> 3);
    int slot = (int) payload.getLong(0) & 1;
    early[slot][child] = grown(early[slot][child], words);
    payload.copyTo(0, early[slot][child], 0, words);
    earlyWords[slot][child] = words - HEAD;
    arrived[slot]++;
    ledger.move();
  }

  private static long[] grown(long[] array, int words) {
    return array.length >= words ? array : new long[Math.max(words, 2 * array.length)];
  }

  /// One round: contributes `words` and leaves the combined ones there.
  private void round(String call, int kind, long[] words) {
    round(call, kind, 0, words);
  }

  private void round(String call, int kind, int root, long[] words) {
    checks.checkMayWait(call);
    round++;
    int slot = (int) round & 1;
    long signature = (long) words.length << 32 | (long) root << 8 | kind;
    if (arrived[slot] < children.length) {
      waitedSlot = slot;
      loop.await(call, "", -1, allUp);
    }
    arrived[slot] = 0;
    boolean has = kind != SHOW || root == rank;
    for (int child = 0; child < children.length; child++) {
      long[] theirs = early[slot][child];
      if (theirs[1] != signature) {
        throw new WeftException(
            "rank "
                + children[child]
                + " called "
                + describe(theirs[1])
                + " while rank "
                + rank
                + " called "
                + describe(signature)
                + "; every rank must make the same collective calls in the same order");
      }
      if (earlyWords[slot][child] > 0) {
        combine(kind, words, theirs);
        has = true;
      }
    }
    message = grown(message, HEAD + words.length);
    message[0] = round;
    message[1] = signature;
    if (rank != 0) {
      System.arraycopy(words, 0, message, HEAD, words.length);
      sender.system(SystemHandlers.UP, parent, message, HEAD + (has ? words.length : 0));
      if (downRound != round) {
        waitedRound = round;
        loop.await(call, "", -1, isDown);
      }
      System.arraycopy(down, HEAD, words, 0, words.length);
    }
    System.arraycopy(words, 0, message, HEAD, words.length);
    for (int child = children.length - 1; child >= 0; child--) {
      sender.system(SystemHandlers.DOWN, children[child], message, HEAD + words.length);
    }
    // Flushed at once, because the others wait for it and this rank may compute next.
    flush.run();
    ledger.move();
  }

  /// After a round: waits in `call` until this rank has news or another rank had some. All ranks
  /// call it after the same rounds. `missing` is the number of events that all ranks wait for.
  void awaitNews(String call, long missing, BooleanSupplier hasNews) {
    if (newsAfter < round) {
      this.missing = missing;
      loop.await(call, "", -1, () -> newsAfter >= round || hasNews.getAsBoolean());
      this.missing = 0;
    }
    if (newsAfter >= round) {
      return;
    }
    if (rank == 0) {
      news(round);
    } else {
      newsAfter = round;
      sendNews(0, round);
    }
    flush.run();
  }

  /// A rank has had news after round `after`. Rank 0 learns it from that rank, perhaps from
  /// several, and the others from their parents.
  private void news(long after) {
    newsAfter = Math.max(newsAfter, after);
    if (rank == 0) {
      if (newsTold >= after) {
        return;
      }
      newsTold = after;
    }
    for (int child = children.length - 1; child >= 0; child--) {
      sendNews(children[child], after);
    }
  }

  private void sendNews(int target, long after) {
    sender.system(SystemHandlers.AGAIN, target, new long[] {after}, 1);
  }

  /// Tells once in the report of all ranks how much is missing.
  private void describe(StringBuilder text) {
    long missing = this.missing;
    if (missing != 0 && rank == 0) {
      text.append("; all ranks together have ")
          .append(missing)
          .append(missing == 1 ? " message, get or task" : " messages, gets or tasks")
          .append(" under way");
    }
  }

  private static void combine(int kind, long[] words, long[] theirs) {
    for (int i = 0; i < words.length; i++) {
      long other = theirs[HEAD + i];
      words[i] =
          switch (kind) {
            case QUIESCE, END -> words[i] + other;
            case SHOW -> other;
            default -> Math.min(words[i], other);
          };
    }
  }

  private static String describe(long signature) {
    return switch ((int) signature & 0xFF) {
      case START, SHOW -> "World.start";
      case QUIESCE -> "World.quiesce";
      case MALLOC_ALL -> "Heap.mallocAll";
      case FREE_ALL -> "Heap.freeAll";
      case END -> "nothing more (its body has returned)";
      default -> "something unknown";
    };
  }

  /// Leaves the minimum of each word.
  void start(long[] least) {
    round("World.start", START, least);
  }

  /// Leaves `root`'s words on every rank.
  void show(int root, long[] words) {
    round("World.start", SHOW, root, words);
  }

  /// Leaves the minimum of each word.
  public void mallocAll(long[] least) {
    round("Heap.mallocAll", MALLOC_ALL, least);
  }

  /// Leaves the minimum of each word.
  public void freeAll(long[] least) {
    round("Heap.freeAll", FREE_ALL, least);
  }

  /// Leaves the sums.
  void quiesce(long[] sums) {
    round("World.quiesce", QUIESCE, sums);
  }

  /// Leaves the sums.
  void end(long[] sums) {
    round("the end of the job", END, sums);
  }
}
