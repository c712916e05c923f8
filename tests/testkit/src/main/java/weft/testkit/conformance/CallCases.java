// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.Call;
import weft.Completion;
import weft.CompletionSet;
import weft.LongCall;
import weft.RemoteException;
import weft.Rsr1;
import weft.codec.CodecException;
import weft.codec.Codecs;
import weft.testkit.conformance.ObjectCases.Parcel;

/// Cases of handlers with a result.
final class CallCases {
  private static final int CALLS = 100;

  private CallCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase("calls with words return their results", 1, CallCases::words),
        new ConformanceCase("calls with objects return their results", 1, CallCases::objects),
        new ConformanceCase(
            "an exception of a callee reaches the caller, and the job continues",
            1,
            CallCases::thrown),
        new ConformanceCase(
            "results that cannot be encoded or decoded become exceptions", 1, CallCases::codecs),
        new ConformanceCase(
            "quiesce waits for calls from bodies and handlers, and for their results",
            1,
            CallCases::fromHandlers),
        new ConformanceCase("a call cannot be misused", 1, CallCases::misuse));
  }

  private static ConformanceCase.Part words(Stage stage) {
    LongCall add =
        stage.world.longCall(stage.name("add"), (source, a, b) -> a + b + 1000L * source);
    return () -> {
      CompletionSet set = stage.world.completionSet();
      var completions = new ArrayList<Completion>();
      for (int i = 0; i < CALLS; i++) {
        Completion completion = stage.world.completion();
        completions.add(completion);
        add.call(i % stage.size(), i, 2, completion);
        set.add(completion);
        stage.chaos.disturb();
      }
      set.awaitAll();
      for (int i = 0; i < CALLS; i++) {
        assertEquals(i + 2 + 1000L * stage.rank(), completions.get(i).value());
      }
      for (int target = 0; target < stage.size(); target++) {
        assertEquals(
            Long.MIN_VALUE + 1000L * stage.rank(), add.callSync(target, Long.MIN_VALUE, 0));
      }
    };
  }

  private static ConformanceCase.Part objects(Stage stage) {
    Call<Parcel, List<Parcel>> unpack =
        stage.world.call(
            stage.name("unpack"),
            ObjectCases.PARCEL,
            Codecs.list(ObjectCases.PARCEL),
            (source, parcel) -> parcel.inside());
    Call<Parcel, @Nullable Void> nothing =
        stage.world.call(
            stage.name("nothing"), ObjectCases.PARCEL, Codecs.nothing(), (source, parcel) -> null);
    return () -> {
      var completions = new ArrayList<Completion>();
      for (int i = 0; i < CALLS; i++) {
        completions.add(stage.world.completion());
        Parcel parcel = ObjectCases.parcel(stage.key(stage.rank(), 0, i), 3);
        unpack.call(i % stage.size(), parcel, completions.get(i));
      }
      for (int i = 0; i < CALLS; i++) {
        Parcel parcel = ObjectCases.parcel(stage.key(stage.rank(), 0, i), 3);
        completions.get(i).await();
        assertEquals(parcel.inside(), unpack.result(completions.get(i)));
        if (i < 2 * stage.size()) {
          assertEquals(parcel.inside(), unpack.callSync(i % stage.size(), parcel));
          assertNull(nothing.callSync(i % stage.size(), parcel));
        }
      }
    };
  }

  private static ConformanceCase.Part thrown(Stage stage) {
    LongCall divide = stage.world.longCall(stage.name("divide"), (source, a, b) -> a / b);
    Call<String, String> read =
        stage.world.call(
            stage.name("read"),
            Codecs.of(String.class),
            Codecs.of(String.class),
            (source, name) -> {
              throw new IOException("no " + name, new IllegalStateException("the cause"));
            });
    return () -> {
      for (int target = 0; target < stage.size(); target++) {
        int callee = target;
        var byZero = assertThrows(RemoteException.class, () -> divide.callSync(callee, 1, 0));
        assertEquals(callee, byZero.rank());
        assertEquals(divide.name(), byZero.handler());
        assertEquals("java.lang.ArithmeticException", byZero.className());
        assertTrue(byZero.remoteStack().contains("CallCases.lambda"), byZero.remoteStack());
        Completion completion = stage.world.completion();
        read.call(callee, "file", completion);
        var none = assertThrows(RemoteException.class, completion::await);
        assertSame(none, completion.failure());
        assertEquals("java.io.IOException", none.className());
        assertEquals("no file", none.remoteMessage());
        String message = String.valueOf(none.getMessage());
        for (String part : List.of("no file", "rank " + callee, read.name(), "the cause")) {
          assertTrue(message.contains(part), message);
        }
        assertThrows(RemoteException.class, () -> read.result(completion));
        assertEquals(3, divide.callSync(callee, 7, 2));
      }
    };
  }

  private static ConformanceCase.Part codecs(Stage stage) {
    var odd =
        Codecs.<Integer>of(
            "odd",
            (value, out) -> {
              if (value == 1) {
                throw new IllegalStateException("cannot write");
              }
              out.writeInt(value);
            },
            in -> {
              int value = in.readInt();
              return value == 2 ? value + in.readInt() : value;
            });
    Call<Integer, Integer> same =
        stage.world.call(
            stage.name("same"), Codecs.of(Integer.class), odd, (source, value) -> value);
    Call<Integer, Integer> reverse =
        stage.world.call(
            stage.name("reverse"), odd, Codecs.of(Integer.class), (source, value) -> value);
    return () -> {
      int target = stage.world.next();
      assertEquals(5, same.callSync(target, 5));
      String written =
          String.valueOf(
              assertThrows(RemoteException.class, () -> same.callSync(target, 1)).getMessage());
      assertTrue(written.contains("cannot write") && written.contains("the result"), written);
      String read =
          String.valueOf(
              assertThrows(CodecException.class, () -> same.callSync(target, 2)).getMessage());
      for (String part :
          List.of("rank " + target, same.name(), "odd", "4 more are needed, and 0 are left")) {
        assertTrue(read.contains(part), read);
      }
      assertThrows(CodecException.class, () -> reverse.callSync(target, 1));
      String argument =
          String.valueOf(
              assertThrows(RemoteException.class, () -> reverse.callSync(target, 2)).getMessage());
      assertTrue(argument.contains("cannot decode"), argument);
      assertEquals(3, reverse.callSync(target, 3));
    };
  }

  /// A call travels round the ring once: each rank's handler calls the next rank.
  private static ConformanceCase.Part fromHandlers(Stage stage) {
    LongCall twice = stage.world.longCall(stage.name("twice"), (source, a, b) -> 2 * a);
    Call<String, String> shout =
        stage.world.call(
            stage.name("shout"),
            Codecs.of(String.class),
            Codecs.of(String.class),
            (source, text) -> text + "!");
    var results = new long[1];
    var texts = new ArrayList<String>();
    Rsr1 go =
        stage.rsr1(
            "go",
            (source, number) -> {
              Completion completion = stage.world.completion();
              completion.then(() -> {
                results[0] += completion.value();
                Completion text = stage.world.completion();
                text.then(() -> texts.add(shout.result(text)));
                shout.call(source, "rank " + stage.rank(), text);
              });
              twice.call(stage.world.next(), number, 0, completion);
            });
    return () -> {
      for (int i = 1; i <= CALLS; i++) {
        go.send(stage.world.next(), i);
      }
      stage.world.quiesce();
      assertEquals(CALLS * (CALLS + 1L), results[0]);
      assertEquals(CALLS, texts.size());
      for (String text : texts) {
        assertEquals("rank " + stage.rank() + "!", text);
      }
    };
  }

  private static ConformanceCase.Part misuse(Stage stage) {
    LongCall one = stage.world.longCall(stage.name("one"), (source, a, b) -> 1);
    Call<String, String> same =
        stage.world.call(
            stage.name("same"),
            Codecs.of(String.class),
            Codecs.of(String.class),
            (source, text) -> text);
    var refusals = new ArrayList<@Nullable Throwable>();
    Rsr1 waits =
        stage.rsr1(
            "waits",
            (source, number) -> {
              try {
                refusals.add(null);
                one.callSync(source, 0, 0);
              } catch (IllegalStateException e) {
                refusals.set(0, e);
              }
            });
    return () -> {
      Completion completion = stage.world.completion();
      assertThrows(IndexOutOfBoundsException.class, () -> one.call(stage.size(), 0, 0, completion));
      assertTrue(completion.isDone());
      same.call(stage.rank(), "a", completion);
      assertThrows(IllegalStateException.class, () -> same.result(completion));
      assertThrows(IllegalStateException.class, () -> one.call(stage.rank(), 0, 0, completion));
      completion.await();
      assertEquals("a", same.result(completion));
      one.call(stage.rank(), 0, 0, completion);
      completion.await();
      String message =
          String.valueOf(
              assertThrows(IllegalStateException.class, () -> same.result(completion))
                  .getMessage());
      assertTrue(message.contains(one.name()) && message.contains(same.name()), message);
      waits.send(stage.rank(), 0);
      stage.world.quiesce();
      assertEquals(1, refusals.size());
      String refusal =
          String.valueOf(
              assertInstanceOf(IllegalStateException.class, refusals.getFirst()).getMessage());
      assertTrue(refusal.contains(one.name()) && refusal.contains("must not wait"), refusal);
    };
  }
}
