// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Random;
import weft.World;

/// The program of a [WeftTest]: one method of a test class, run on a new instance.
///
/// Its arguments are the class, the method and the seed.
final class MethodProgram implements RankProgram {
  static List<String> args(Class<?> type, Method method, long seed) {
    return List.of(type.getName(), method.getName(), Long.toString(seed));
  }

  @Override
  public void run(World world, RankReport report, List<String> args) throws Exception {
    Class<?> type = Class.forName(args.get(0));
    Method method = method(type, args.get(1));
    long seed = Long.parseLong(args.get(2));
    Object instance = instance(type);
    method.setAccessible(true);
    try {
      if (method.getParameterCount() == 1) {
        method.invoke(instance, world);
      } else {
        method.invoke(instance, world, Chaos.random(seed, world.rank()));
      }
    } catch (InvocationTargetException e) {
      throw MethodProgram.<RuntimeException>sneak(e.getTargetException());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> RuntimeException sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /// The method `name` that takes a world, and optionally random numbers.
  private static Method method(Class<?> type, String name) {
    for (Class<?> it = type; it != null && it != Object.class; it = it.getSuperclass()) {
      for (Method method : it.getDeclaredMethods()) {
        if (method.getName().equals(name) && isRankMethod(method)) {
          return method;
        }
      }
    }
    throw new IllegalArgumentException("no method " + name + "(World) in " + type.getName());
  }

  /// Returns whether ranks can run `method`.
  static boolean isRankMethod(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return !Modifier.isStatic(method.getModifiers())
        && types.length > 0
        && types.length <= 2
        && types[0] == World.class
        && (types.length == 1 || types[1] == Random.class);
  }

  /// Creates an instance. For an inner (`@Nested`) class, it also creates one of the outer class.
  private static Object instance(Class<?> type) throws ReflectiveOperationException {
    boolean inner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
    try {
      if (inner) {
        Class<?> outer = type.getDeclaringClass();
        Constructor<?> constructor = type.getDeclaredConstructor(outer);
        constructor.setAccessible(true);
        return constructor.newInstance(instance(outer));
      }
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          type.getName() + " needs a constructor without arguments: every rank creates an instance",
          e);
    }
  }
}
