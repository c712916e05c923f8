// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;

/// Creates copies of a class. The JIT compiler profiles a loop per class. A loop that has called
/// seven kinds of send compiles to slower code than a loop that has called one. With a copy for
/// each kind, the figures of one kind do not depend on the other measurements in the process.
public final class Fresh {
  private Fresh() {}

  /// An instance of a new copy of `type`, created by its only constructor with `arguments`.
  static <T> T copy(Class<? extends T> type, Class<T> as, Object... arguments) {
    String file = type.getSimpleName() + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not beside " + type.getName());
      }
      Class<?> copy =
          MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
      return as.cast(copy.getDeclaredConstructors()[0].newInstance(arguments));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot copy " + type.getName(), e);
    }
  }
}
