// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Completion;
import weft.Job;
import weft.JobFailedException;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.mobile.balance.Balance;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.StealPolicy;

/// Every public method of the objects that a program gets is called by another thread. All refuse
/// it and name both threads, and so end the job, but for those that read only what never changes.
final class ForeignThreadTest {
  /// Methods that any thread may call.
  private static final Set<String> ANY_THREAD =
      Set.of(
          "MobileArray.at",
          "MobileArray.section",
          "MobileArray.toString",
          "MobileCall.name",
          "MobileCall.result",
          "MobileCall.toString",
          "MobileObjects.world",
          "MobilePointer.equals",
          "MobilePointer.hashCode",
          "MobilePointer.toString",
          "MobilePointer.word",
          "MobileRsr0.name",
          "MobileRsr0.number",
          "MobileRsr0.toString",
          "MobileRsr1.name",
          "MobileRsr1.toString",
          "MobileRsr2.name",
          "MobileRsr2.toString",
          "MobileRsr3.name",
          "MobileRsr3.toString",
          "MobileRsrN.name",
          "MobileRsrN.toString",
          "MobileRsrObject.name",
          "MobileRsrObject.toString",
          "MobileSection.at",
          "MobileSection.size",
          "MobileType.name",
          "MobileType.pointer",
          "MobileType.toString",
          "Self.rank",
          "Self.toString");

  private final Map<Class<?>, Object> values = new HashMap<>();
  private final List<String> accepted = new ArrayList<>();
  private int refused;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void otherThreadsAreRefused(int ranks) {
    var wrong = new AtomicReference<Throwable>();
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      assertThatThrownBy(() ->
              job.run(world -> callFromAnotherThread(world, world.rank() == ranks - 1, wrong)))
          .isInstanceOf(JobFailedException.class)
          .hasMessageContainingAll(
              "rank " + (ranks - 1) + " failed: ", "\"stranger\"", "World.submit");
    }
    assertThat(wrong.get()).isNull();
    assertThat(accepted).as("calls that another thread made").isEmpty();
    assertThat(refused).isGreaterThan(60);
  }

  /// The last rank lets another thread call, in a handler and in its body; the others wait.
  private void callFromAnotherThread(
      World world, boolean isLast, AtomicReference<Throwable> wrong) {
    var objects = MobileObjects.of(world);
    Codec<long[]> longs = Codecs.of(long[].class);
    MobileType<long[]> type = objects.type("cell", longs);
    MobileRsrObject<long[], long[]> object = type.rsrObject("object", longs, (self, it, v) -> {});
    MobileArray<long[]> array = type.array("cells", 4, i -> new long[1]);
    List<Object> all =
        List.of(
            objects,
            type,
            array,
            array.section(1, 2),
            array.longReduction("sum", Long::sum, (round, value) -> {}),
            type.rsr0("r0", (self, it) -> {}),
            type.rsr1("r1", (self, it, a) -> {}),
            type.rsr2("r2", (self, it, a, b) -> {}),
            type.rsr3("r3", (self, it, a, b, c) -> {}),
            type.rsrN("rn", (self, it, payload) -> {}),
            type.call("call", longs, longs, (self, it, argument) -> argument),
            object);
    var inHandler = new ArrayList<Object>();
    MobileRsr0<long[]> hand =
        type.rsr0(
            "hand",
            (self, it) -> {
              values.put(Self.class, self);
              inHandler.add(self);
              callFromAnotherThread(inHandler);
            });
    world.start();
    MobilePointer<long[]> here = type.create(new long[1]);
    if (!isLast) {
      world.pollUntil(() -> false);
    }
    setValues(world, longs, here, all);
    hand.send(here);
    Throwable thrown = catchThrowable(() -> world.quiesce()); // the handler has called
    callFromAnotherThread(all);
    callFromAnotherThread(List.of(here));
    wrong.set(
        catchThrowable(() -> {
          assertThat(thrown).isInstanceOf(JobFailedException.class);
          assertThat(objects.counters().sent()).isEqualTo(1);
          assertThat(objects.count()).isEqualTo(1 + (world.size() == 1 ? 4 : 2));
        }));
  }

  /// Sets what the calls get as their arguments, by type.
  private void setValues(
      World world, Codec<long[]> longs, MobilePointer<long[]> here, List<Object> all) {
    for (Object it : all) {
      values.put(it.getClass(), it);
    }
    values.put(MobilePointer.class, here);
    values.put(Completion.class, world.completion());
    values.put(MemorySegment.class, MemorySegment.ofArray(new long[1]));
    values.put(Codec.class, longs);
    values.put(BalancePolicy.class, Balance.rotate());
    values.put(StealPolicy.class, Balance.stealing());
    values.put(Object.class, new long[1]);
    values.put(String.class, "name");
    values.put(long.class, 2L);
    values.put(int.class, 0);
    values.put(double.class, 1.0);
    values.put(boolean.class, false);
    values.put(byte[].class, new byte[8]);
    values.put(long[].class, new long[1]);
    values.put(double[].class, new double[1]);
  }

  private void callFromAnotherThread(List<Object> objects) {
    Thread thread = new Thread(() -> objects.forEach(this::callAll), "stranger");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void callAll(Object object) {
    for (Method method : object.getClass().getMethods()) {
      String name = object.getClass().getSimpleName() + "." + method.getName();
      boolean ours = method.getDeclaringClass().getName().startsWith("weft.");
      if (ours && !Modifier.isStatic(method.getModifiers()) && !ANY_THREAD.contains(name)) {
        call(object, method);
      }
    }
  }

  private void call(Object object, Method method) {
    Class<?>[] types = method.getParameterTypes();
    var arguments = new @Nullable Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = value(types[i]);
    }
    try {
      Object result = method.invoke(object, arguments);
      accepted.add(method + " returned " + result);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getTargetException();
      String said = String.valueOf(cause.getMessage());
      if (said.contains("\"stranger\"") && said.contains("belongs to thread")) {
        refused++;
      } else {
        accepted.add(method + " threw " + cause);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private @Nullable Object value(Class<?> type) {
    Object value = values.get(type);
    if (value == null && type.isInterface()) {
      return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (a, b, c) -> 0L);
    }
    return value;
  }
}
