// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.lang.reflect.Proxy;

/// The next Ctrl-C of a process that a first one is ending. The JVM ignores it, and has no
/// supported way to notice it; where the JDK's unsupported one is missing, nothing happens.
public final class Interrupts {
  private Interrupts() {}

  /// Runs `action` when SIGINT or SIGTERM arrives.
  public static void onNext(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object handling =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                }
                return null;
              });
      for (String name : new String[] {"INT", "TERM"}) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), handling);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // It takes longer, then.
    }
  }
}
