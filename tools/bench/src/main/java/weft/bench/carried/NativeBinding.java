// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/// The private binding of a transport to its library. Its calls are made through constant method
/// handles, which the compiler inlines like direct calls: so the compared parties differ only in
/// Weft, not in how Java calls C.
///
/// @param inside the class with the calls
record NativeBinding(Lookup inside) {
  /// The binding in the class `name`.
  static NativeBinding of(String name) {
    try {
      Class<?> binding = Class.forName(name, false, NativeBinding.class.getClassLoader());
      return new NativeBinding(MethodHandles.privateLookupIn(binding, MethodHandles.lookup()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name + " is not on the class path", e);
    }
  }

  /// A call of the class.
  MethodHandle find(String name, Class<?> result, Class<?>... arguments) {
    try {
      return inside.findStatic(inside.lookupClass(), name, methodType(result, arguments));
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    }
  }

  /// A class beside it.
  Class<?> beside(String name) {
    try {
      return inside.findClass(inside.lookupClass().getPackageName() + "." + name);
    } catch (ReflectiveOperationException e) {
      throw changed(e);
    }
  }

  IllegalStateException changed(Throwable thrown) {
    return new IllegalStateException(inside.lookupClass() + " has changed", thrown);
  }

  static RuntimeException failed(Throwable thrown) {
    return thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
  }
}
