// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/// JUnit's `@Timeout` of a test, or of each test of a class, but in seconds as [Patience] counts
/// them. A test that takes longer is interrupted, and fails.
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PatientTimeout.Interrupter.class)
@SuppressWarnings("exports") // only JUnit uses the extension
public @interface PatientTimeout {
  /// The seconds.
  int value();

  /// Runs the test beside a thread that interrupts it.
  final class Interrupter implements InvocationInterceptor {
    /// For JUnit.
    public Interrupter() {}

    @Override
    public void interceptTestMethod(
        Invocation<@Nullable Void> invocation,
        ReflectiveInvocationContext<Method> method,
        ExtensionContext context)
        throws Throwable {
      run(invocation, method.getExecutable());
    }

    @Override
    public void interceptTestTemplateMethod(
        Invocation<@Nullable Void> invocation,
        ReflectiveInvocationContext<Method> method,
        ExtensionContext context)
        throws Throwable {
      run(invocation, method.getExecutable());
    }

    private static void run(Invocation<@Nullable Void> invocation, Method method) throws Throwable {
      PatientTimeout own = method.getAnnotation(PatientTimeout.class);
      PatientTimeout timeout =
          own != null ? own : method.getDeclaringClass().getAnnotation(PatientTimeout.class);
      int seconds = timeout.value();
      Thread test = Thread.currentThread();
      var stack = new StackTraceElement[1][];
      Thread watch =
          Thread.ofPlatform()
              .daemon()
              .name("weft-test-timeout")
              .start(() -> {
                try {
                  if (!Patience.await(() -> stack[0] != null, Duration.ofSeconds(seconds))) {
                    stack[0] = test.getStackTrace();
                    test.interrupt();
                  }
                } catch (Exception e) {
                  // The test has ended.
                }
              });
      Throwable thrown = null;
      try {
        var _ = invocation.proceed();
      } catch (Throwable e) {
        thrown = e;
      }
      watch.interrupt();
      watch.join();
      if (stack[0] != null) {
        var late = new AssertionError("the test did not end in " + seconds + " s; it was here");
        late.setStackTrace(stack[0]);
        if (thrown != null) {
          late.addSuppressed(thrown);
        }
        throw late;
      }
      if (thrown != null) {
        throw thrown;
      }
    }
  }
}
