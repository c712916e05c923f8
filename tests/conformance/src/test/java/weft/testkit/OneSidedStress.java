// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import weft.Completion;
import weft.GlobalPointer;
import weft.Memory;
import weft.Rsr2;
import weft.Rsr3;
import weft.TransferOp;
import weft.World;

/// One rank of a stress of one-sided memory. In every heap each rank has an area that it alone
/// writes; it knows what must be there, and asks for a fence before it touches again what an
/// operation under way touches.
final class OneSidedStress {
  private static final int AREA = 1 << 17;
  private static final int WORDS = 64;
  private static final int ECHO = 4096;
  private static final int LARGE = 100_000;

  /// Bytes that an operation under way reads or writes.
  private record Range(int begin, int end) {}

  /// Bytes that a get must bring.
  private static final class Expected {
    final byte[] found;
    final byte[] wanted;

    Expected(byte[] found, byte[] wanted) {
      this.found = found;
      this.wanted = wanted;
    }
  }

  private final World world;
  private final Memory memory;
  private final Random random;
  private final int size;
  private final int rank;
  private final GlobalPointer areas;
  private final GlobalPointer words;
  private final GlobalPointer echoes;
  private final GlobalPointer counters;
  private final MemorySegment registered;
  private final MemorySegment echo;
  private final byte[][] model;
  private final long[][] wordModel;
  private final List<List<Range>> underWay = new ArrayList<>();
  private final List<List<Expected>> gets = new ArrayList<>();
  private final Completion done;
  private final Rsr2 behindPut;
  private final Rsr2 behindGet;
  private final Rsr3 echoed;
  private final long[] arrived;
  private final long[] asked;
  private final long[] returned;
  private long landed;
  private long fetched;
  private long landing;
  private long added;

  OneSidedStress(World world, Random random) {
    this.world = world;
    this.memory = world.memory();
    this.random = random;
    this.size = world.size();
    this.rank = world.rank();
    this.areas = world.heap().mallocAll((long) AREA * size);
    this.words = world.heap().mallocAll(8L * WORDS * size);
    this.echoes = world.heap().mallocAll((long) ECHO * size);
    this.counters = world.heap().mallocAll(64);
    this.registered = world.heap().allocate(AREA);
    this.echo = world.heap().allocate(ECHO);
    this.model = new byte[size][AREA];
    this.wordModel = new long[size][WORDS];
    this.arrived = new long[size];
    this.asked = new long[size];
    this.returned = new long[size];
    this.done = world.completion();
    for (int i = 0; i < size; i++) {
      underWay.add(new ArrayList<>());
      gets.add(new ArrayList<>());
    }
    world.heap().segment(areas, (long) AREA * size).fill((byte) 0);
    world.heap().segment(words, 8L * WORDS * size).fill((byte) 0);
    world.heap().segment(counters, 64).fill((byte) 0);
    for (int i = 0; i < ECHO; i++) {
      echo.set(ValueLayout.JAVA_BYTE, i, pattern(rank, i));
    }
    this.behindPut = world.rsr2("behind a put", this::behindPut);
    this.behindGet = world.rsr2("behind a get", (source, target, at) -> landed++);
    this.echoed = world.rsr3("echoed", this::echoed);
    world.start();
  }

  private static byte pattern(int rank, long at) {
    return (byte) (31L * rank + 7 * at + (at >>> 8));
  }

  // Handlers.

  /// The bytes of a put are here: answers with one-sided calls of all kinds.
  private void behindPut(int source, long at, long length) {
    GlobalPointer mine = areas.plus((long) AREA * source + at);
    MemorySegment here = world.heap().segment(mine, length);
    for (long i = 0; i < length; i++) {
      assertEquals(pattern(source, at + i), here.get(ValueLayout.JAVA_BYTE, i));
    }
    arrived[source]++;
    int from = (int) (at % 1000);
    int bytes = (int) (length % 2000);
    GlobalPointer back = echoes.at(source);
    memory.put(echo, from, back, (long) ECHO * rank + from, bytes, echoed.op(from, bytes, 0));
    memory.atomics().add(counters.at(source), 0, length);
    memory.atomics().add(counters.at(source), 8, 0.5);
    var copy = new byte[bytes];
    Completion came = world.completion();
    MemorySegment into = MemorySegment.ofArray(copy);
    memory.get(areas.at(source), (long) AREA * source + at, into, 0, Math.min(8, bytes), came);
    came.then(() -> fetched++);
  }

  private void echoed(int source, long from, long bytes, long none) {
    MemorySegment here = world.heap().segment(echoes.plus((long) ECHO * source + from), bytes);
    for (long i = 0; i < bytes; i++) {
      assertEquals(pattern(source, from + i), here.get(ValueLayout.JAVA_BYTE, i));
    }
    returned[source]++;
  }

  // The body.

  void run(int calls) {
    for (int i = 0; i < calls; i++) {
      int target = random.nextInt(size);
      switch (random.nextInt(14)) {
        case 0, 1, 2 -> put(target, false);
        case 3 -> put(target, true);
        case 4 -> putRows(target);
        case 5 -> putBlocks(target);
        case 6, 7, 8 -> get(target);
        case 9 -> getRows(target);
        case 10 -> words(target);
        case 11 -> putThenRun(target);
        case 12 -> world.poll();
        default -> fence(target);
      }
    }
    memory.fence();
    for (int target = 0; target < size; target++) {
      settle(target);
    }
    world.quiesce();
    compare();
  }

  private int length() {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt(9);
      case 1 -> 8 * random.nextInt(20);
      case 2, 3 -> random.nextInt(2000);
      default -> random.nextInt(random.nextInt(4) == 0 ? LARGE : 8000);
    };
  }

  /// Nothing under way may touch these bytes.
  private void reserve(int target, int at, int length) {
    for (Range range : underWay.get(target)) {
      if (at < range.end && range.begin < at + length) {
        fence(target);
        break;
      }
    }
    underWay.get(target).add(new Range(at, at + length));
  }

  private void fence(int target) {
    memory.fence(target);
    settle(target);
  }

  /// A fence has passed. It does not wait for the requests behind puts: what they look at must stay
  /// until they have run.
  private void settle(int target) {
    if (returned[target] < asked[target]) {
      world.pollUntil(() -> returned[target] == asked[target]);
    }
    for (Expected get : gets.get(target)) {
      assertEquals(-1, Arrays.mismatch(get.wanted, get.found));
    }
    gets.get(target).clear();
    underWay.get(target).clear();
  }

  private long place(int at) {
    return (long) AREA * rank + at;
  }

  private void put(int target, boolean wait) {
    int length = length();
    int at = random.nextInt(AREA - length);
    reserve(target, at, length);
    var bytes = new byte[length];
    random.nextBytes(bytes);
    System.arraycopy(bytes, 0, model[target], at, length);
    GlobalPointer there = areas.at(target);
    if (wait) {
      memory.put(MemorySegment.ofArray(bytes), 0, there, place(at), length, done);
      done.awaitSource();
      Arrays.fill(bytes, (byte) 77);
      done.await();
    } else {
      memory.put(bytes, 0, there, place(at), length);
    }
  }

  private void putRows(int target) {
    int rowBytes = 1 + random.nextInt(random.nextBoolean() ? 16 : 900);
    int rows = 1 + random.nextInt(40);
    int stride = rowBytes + random.nextInt(50);
    int at = random.nextInt(AREA - rows * stride);
    reserve(target, at, rows * stride);
    int local = rowBytes + random.nextInt(20);
    var bytes = new byte[rows * local];
    random.nextBytes(bytes);
    for (int row = 0; row < rows; row++) {
      System.arraycopy(bytes, row * local, model[target], at + row * stride, rowBytes);
    }
    MemorySegment from = MemorySegment.ofArray(bytes);
    GlobalPointer there = areas.at(target);
    memory.strided().putRows(from, 0, local, there, place(at), stride, rowBytes, rows, done);
    done.await();
  }

  private void putBlocks(int target) {
    int blocks = 1 + random.nextInt(12);
    int at = random.nextInt(AREA - 12 * 1000);
    reserve(target, at, 12 * 1000);
    var from = new long[blocks];
    var to = new long[blocks];
    var lengths = new long[blocks];
    var bytes = new byte[12 * 1000];
    random.nextBytes(bytes);
    for (int i = 0; i < blocks; i++) {
      lengths[i] = random.nextInt(random.nextBoolean() ? 20 : 1000);
      from[i] = i * 1000L;
      to[i] = place(at + (blocks - 1 - i) * 1000);
      int where = at + (blocks - 1 - i) * 1000;
      System.arraycopy(bytes, i * 1000, model[target], where, (int) lengths[i]);
    }
    memory.strided().putBlocks(MemorySegment.ofArray(bytes), from, areas.at(target), to, lengths);
  }

  private void get(int target) {
    int length = length();
    int at = random.nextInt(AREA - length);
    reserve(target, at, length);
    var found = new byte[length];
    byte[] wanted = Arrays.copyOfRange(model[target], at, at + length);
    GlobalPointer there = areas.at(target);
    switch (random.nextInt(3)) {
      case 0 -> memory.get(there, place(at), found, 0, length);
      case 1 -> {
        MemorySegment into = MemorySegment.ofArray(found);
        memory.get(there, place(at), into, 0, length, behindGet.op(target, at));
        landing++;
      }
      default -> {
        memory.get(there, place(at), registered, 5, Math.min(length, AREA - 5), done);
        done.await();
        MemorySegment.copy(registered, ValueLayout.JAVA_BYTE, 5, found, 0, length);
      }
    }
    gets.get(target).add(new Expected(found, wanted));
  }

  private void getRows(int target) {
    int rowBytes = 1 + random.nextInt(random.nextBoolean() ? 16 : 900);
    int rows = 1 + random.nextInt(40);
    int stride = random.nextInt(rowBytes + 50);
    int bytes = rows * Math.max(stride, rowBytes);
    int at = random.nextInt(AREA - bytes);
    reserve(target, at, bytes);
    int local = rowBytes + random.nextInt(20);
    var found = new byte[rows * local];
    var wanted = new byte[rows * local];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(model[target], at + row * stride, wanted, row * local, rowBytes);
    }
    MemorySegment into = MemorySegment.ofArray(found);
    GlobalPointer there = areas.at(target);
    switch (random.nextInt(4)) {
      case 0 -> {
        TransferOp op = behindGet.op(target, at);
        memory.strided().getRows(there, place(at), stride, into, 0, local, rowBytes, rows, op);
        landing++;
      }
      case 1 -> {
        var from = new long[rows];
        var to = new long[rows];
        var lengths = new long[rows];
        for (int row = 0; row < rows; row++) {
          from[row] = place(at + row * stride);
          to[row] = (long) row * local;
          lengths[row] = rowBytes;
        }
        TransferOp op = behindGet.op(target, at);
        memory.strided().getBlocks(there, from, into, to, lengths, done.after(op));
        landing++;
        done.await();
      }
      default -> memory.strided().getRows(there, place(at), stride, into, 0, local, rowBytes, rows);
    }
    gets.get(target).add(new Expected(found, wanted));
  }

  /// Of its own words a rank knows what each operation finds, if it waits for it.
  private void words(int target) {
    GlobalPointer there = words.at(target);
    int word = random.nextInt(WORDS);
    long at = 8L * (WORDS * rank + word);
    long[] mine = wordModel[target];
    long value = random.nextLong();
    switch (random.nextInt(5)) {
      case 0 -> {
        assertEquals(mine[word], memory.atomics().fetchAddSync(there, at, value));
        mine[word] += value;
      }
      case 1 -> {
        memory.atomics().fetchXor(there, at, value, done);
        done.await();
        assertEquals(mine[word], done.value());
        mine[word] ^= value;
      }
      case 2 -> {
        memory.putLong(there, at, value);
        memory.fence(target);
        settle(target);
        assertEquals(value, memory.getLongSync(there, at));
        mine[word] = value;
      }
      case 3 -> {
        assertEquals(mine[word], memory.atomics().compareAndSwapSync(there, at, value, 1));
        assertEquals(mine[word], memory.atomics().swapSync(there, at, value));
        mine[word] = value;
      }
      default -> {
        memory.atomics().add(counters.at(target), 16, 3);
        added += 3;
      }
    }
  }

  private void putThenRun(int target) {
    int length = 1 + random.nextInt(random.nextInt(8) == 0 ? LARGE : 3000);
    int at = random.nextInt(AREA - length);
    reserve(target, at, length);
    var bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = pattern(rank, at + i);
    }
    System.arraycopy(bytes, 0, model[target], at, length);
    MemorySegment from = MemorySegment.ofArray(bytes);
    GlobalPointer there = areas.at(target);
    asked[target]++;
    switch (random.nextInt(4)) {
      case 0 -> memory.putSync(from, 0, there, place(at), length, behindPut.op(at, length));
      case 1 -> {
        TransferOp op = done.after(behindPut.op(at, length));
        memory.put(from, 0, there, place(at), length, op);
        done.awaitSource();
        Arrays.fill(bytes, (byte) 77);
        done.await();
      }
      default -> memory.put(from, 0, there, place(at), length, behindPut.op(at, length));
    }
  }

  /// Everything has come to rest.
  private void compare() {
    var found = new byte[AREA];
    MemorySegment into = MemorySegment.ofArray(found);
    for (int target = 0; target < size; target++) {
      memory.getSync(areas.at(target), place(0), into, 0, AREA);
      assertEquals(-1, Arrays.mismatch(model[target], found));
      for (int word = 0; word < WORDS; word++) {
        long at = 8L * (WORDS * rank + word);
        assertEquals(wordModel[target][word], memory.getLongSync(words.at(target), at));
      }
    }
    assertArrayEquals(asked, returned);
    assertEquals(landing, landed);
    assertEquals(Arrays.stream(arrived).sum(), fetched);
    assertEquals(Arrays.stream(asked).sum() * 0.5, memory.getDoubleSync(counters, 8));
    memory.atomics().add(counters.at(0), 24, added);
    memory.fence(0);
    world.quiesce();
    if (rank == 0) {
      long sum = 0;
      for (int target = 0; target < size; target++) {
        sum += memory.getLongSync(counters.at(target), 16);
      }
      assertEquals(memory.getLongSync(counters, 24), sum);
    }
    world.quiesce();
  }
}
