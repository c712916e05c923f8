// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.codec.Samples.Old;
import weft.codec.Samples.Sample;

/// Bytes that no codec has written: they may decode to some value, or be refused by a
/// [CodecException]; nothing else may come of them, and no large allocation.
final class HostileBytesTest {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// What an exception and its stack may take, or a class that is loaded.
  private static final long APART = 2_000_000;

  private static final long PER_BYTE = 200;

  static Stream<Sample<?>> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  <T> void changedBytesAreRefusedOrMakeAValue(Sample<T> sample) {
    var random = new Random(CodecsTest.SEED);
    var values = new RandomValues(random);
    int refused = 0;
    for (int i = 0; i < 3_000; i++) {
      byte[] bytes = change(sample.codec().toBytes(values.next(sample.type())), random);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try {
        sample.codec().fromBytes(bytes);
      } catch (CodecException e) {
        refused++;
      } catch (Throwable e) {
        throw new AssertionError(where(i, bytes), e);
      }
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
          .as("bytes allocated, " + where(i, bytes))
          .isLessThan(APART + PER_BYTE * bytes.length);
    }
    assertThat(refused).as("refused, seed %d", CodecsTest.SEED).isPositive();
  }

  private static String where(int i, byte[] bytes) {
    return "value " + i + ", seed " + CodecsTest.SEED + ", bytes " + Arrays.toString(bytes);
  }

  private static byte[] change(byte[] good, Random random) {
    byte[] bytes = good;
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
      switch (random.nextInt(bytes.length == 0 ? 1 : 6)) {
        case 0 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(9));
        case 1 -> bytes = Arrays.copyOf(bytes, at);
        case 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 3 -> bytes[at] = (byte) random.nextInt();
        case 4 -> {
          // A size of up to 2^35.
          Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) -1);
          if (at + 4 < bytes.length) {
            bytes[at + 4] = (byte) random.nextInt(128);
          }
        }
        default -> {
          int to = random.nextInt(bytes.length);
          int count = random.nextInt(bytes.length - Math.max(at, to));
          System.arraycopy(bytes, at, bytes, to, count);
        }
      }
    }
    return bytes;
  }

  @Test
  void serialisedArraysLargerThanTheirBytesAreRefused() throws Exception {
    ObjectInputFilter all = ObjectInputFilter.Config.createFilter("**");
    Codec<byte[]> codec = Codecs.serialization(byte[].class, all);
    byte[] bytes = codec.toBytes(new byte[100]);
    assertThat(codec.fromBytes(bytes)).hasSize(100);
    // The length stands before the last 100 bytes.
    bytes[bytes.length - 104] = 0x7F;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      codec.fromBytes(bytes);
      throw new AssertionError("an array of 2 GB was accepted");
    } catch (CodecException e) {
      assertThat(e).hasMessageContaining("REJECTED");
    }
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(APART);
  }

  @Test
  void classesThatTheFilterDoesNotNameAreRefused() throws Exception {
    var stream = new ByteArrayOutputStream();
    try (var objects = new ObjectOutputStream(stream)) {
      objects.writeObject(new java.util.concurrent.atomic.AtomicLong(5));
    }
    Codec<Old> codec =
        Codecs.serialization(
            Old.class, ObjectInputFilter.Config.createFilter("weft.codec.*;java.util.*;!*"));
    try {
      codec.fromBytes(stream.toByteArray());
      throw new AssertionError("an AtomicLong was accepted");
    } catch (CodecException e) {
      assertThat(e).hasMessageContaining("REJECTED");
    }
  }
}
