// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import weft.Rsr0;
import weft.RsrObject;
import weft.WeftException;
import weft.codec.Codec;
import weft.codec.CodecException;
import weft.codec.Codecs;
import weft.testkit.Chaos;

/// Cases of messages with objects.
final class ObjectCases {
  /// A record with every kind of component.
  record Parcel(
      long key,
      @Nullable String label,
      List<Parcel> inside,
      Map<String, Double> weights,
      @Nullable Size size) {}

  enum Size {
    SMALL,
    LARGE
  }

  static final Codec<Parcel> PARCEL = Codecs.record(MethodHandles.lookup(), Parcel.class);

  private ObjectCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "objects of every size arrive as they were sent, in order", 1, ObjectCases::parcels),
        new ConformanceCase(
            "handlers send objects while the body's send of one waits", 1, ObjectCases::nested),
        new ConformanceCase(
            "an object is copied when send returns, and may be null if its codec allows it",
            1,
            ObjectCases::copied),
        new ConformanceCase(
            "an object that cannot be encoded is refused at the sender, and nothing is sent",
            1,
            ObjectCases::refused));
  }

  /// The parcel that `key` determines.
  static Parcel parcel(long key, int depth) {
    var random = new Random(key);
    var inside = new ArrayList<Parcel>();
    for (int i = depth == 0 ? 0 : random.nextInt(4); i > 0; i--) {
      inside.add(parcel(random.nextLong(), depth - 1));
    }
    String label =
        random.nextInt(5) == 0 ? null : "ä€".repeat(random.nextInt(8) == 0 ? 3000 : 3) + key;
    Size size = random.nextInt(3) == 0 ? null : Size.values()[random.nextInt(2)];
    return new Parcel(key, label, inside, Map.of("w", random.nextDouble()), size);
  }

  private static ConformanceCase.Part parcels(Stage stage) {
    var received = new long[stage.size()];
    RsrObject<Parcel> send =
        stage.world.rsrObject(
            stage.name("parcel"),
            PARCEL,
            (source, parcel) -> {
              long key = stage.key(source, stage.rank(), received[source]++);
              assertEquals(parcel(key, 3), parcel);
            });
    return () -> {
      var sent = new long[stage.size()];
      for (int i = 0; i < 60; i++) {
        for (int target = 0; target < stage.size(); target++) {
          Parcel parcel = parcel(stage.key(stage.rank(), target, sent[target]++), 3);
          if (i % 20 == 19) {
            send.sendSync(target, parcel);
          } else if (i % 5 != 0 || !tried(send, target, parcel)) {
            send.send(target, parcel);
          }
        }
        stage.chaos.disturb();
      }
      stage.world.quiesce();
      assertArrayEquals(sent, received);
    };
  }

  private static boolean tried(RsrObject<Parcel> send, int target, Parcel parcel) {
    try {
      return send.trySend(target, parcel);
    } catch (WeftException tooLarge) {
      return false;
    }
  }

  /// Every parcel is answered with another one while the body still sends, so encoders nest.
  private static ConformanceCase.Part nested(Stage stage) {
    var answered = new int[1];
    RsrObject<Parcel> answer =
        stage.world.rsrObject(
            stage.name("answer"),
            PARCEL,
            (source, parcel) -> {
              assertEquals(parcel(parcel.key(), 2), parcel);
              answered[0]++;
            });
    RsrObject<Parcel> ask =
        stage.world.rsrObject(
            stage.name("ask"),
            PARCEL,
            (source, parcel) -> {
              assertEquals(parcel(parcel.key(), 2), parcel);
              answer.send(source, parcel(Chaos.mix(parcel.key()), 2));
            });
    return () -> {
      for (int i = 0; i < 100; i++) {
        ask.send(stage.world.next(), parcel(stage.key(stage.rank(), 0, i), 2));
      }
      stage.world.quiesce();
      assertEquals(100, answered[0]);
    };
  }

  private static ConformanceCase.Part copied(Stage stage) {
    var arrived = new ArrayList<long @Nullable []>();
    RsrObject<long @Nullable []> keep =
        stage.world.rsrObject(
            stage.name("keep"),
            Codecs.nullable(Codecs.of(long[].class)),
            (source, values) -> arrived.add(values));
    return () -> {
      long[] values = {1, 2, 3};
      keep.send(stage.rank(), values);
      values[0] = 4;
      keep.send(stage.rank(), values);
      keep.send(stage.rank(), null);
      stage.world.quiesce();
      assertEquals(3, arrived.size());
      assertArrayEquals(new long[] {1, 2, 3}, arrived.get(0));
      assertArrayEquals(new long[] {4, 2, 3}, arrived.get(1));
      assertEquals(null, arrived.get(2));
    };
  }

  private static ConformanceCase.Part refused(Stage stage) {
    Codec<String> short1 =
        Codecs.of(
            "short",
            (text, out) -> {
              out.writeString(text);
              if (text.length() > 3) {
                throw new IllegalStateException("too long");
              }
            },
            in -> in.readString());
    var arrived = new ArrayList<String>();
    RsrObject<String> send =
        stage.world.rsrObject(stage.name("short"), short1, (source, text) -> arrived.add(text));
    Rsr0 after = stage.rsr0("after", source -> arrived.add("after"));
    return () -> {
      long sent = stage.world.counters().sent();
      String message =
          String.valueOf(
              assertThrows(CodecException.class, () -> send.send(stage.rank(), "long"))
                  .getMessage());
      assertTrue(message.contains("rank " + stage.rank() + " cannot encode"), message);
      assertTrue(message.contains(send.name()), message);
      assertTrue(message.contains("too long"), message);
      assertThrows(IndexOutOfBoundsException.class, () -> send.send(stage.size(), "ok"));
      assertThrows(CodecException.class, () -> send.trySend(stage.rank(), "long"));
      assertEquals(sent, stage.world.counters().sent());
      send.send(stage.rank(), "ok");
      after.send(stage.rank());
      stage.world.quiesce();
      assertEquals(List.of("ok", "after"), arrived);
      assertFalse(arrived.contains("long"));
    };
  }
}
