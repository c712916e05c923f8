// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.opentest4j.TestAbortedException;
import weft.recording.LastMoments;
import weft.transport.rings.ThreadsJob;

/// Turns a [WeftTest] into one invocation per transport and number of ranks.
final class WeftTestExtension implements TestTemplateInvocationContextProvider {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return context.getRequiredTestMethod().isAnnotationPresent(WeftTest.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    if (!MethodProgram.isRankMethod(method)) {
      throw new IllegalArgumentException(
          "@WeftTest requires a method "
              + method.getName()
              + "(World) or (World, Random) that is not static, but found "
              + method.toGenericString());
    }
    WeftTest test = method.getAnnotation(WeftTest.class);
    var invocations = new ArrayList<TestTemplateInvocationContext>();
    for (String transport : test.transport()) {
      for (int ranks : Effort.current().ranks(transport, test.ranks())) {
        invocations.add(new Plan(test, transport, ranks, false, Chaos.seed(test.seed())));
      }
      for (int ranks : apart(test, transport)) {
        invocations.add(new Plan(test, transport, ranks, true, Chaos.seed(test.seed())));
      }
    }
    // Weft's own short runs try one of them; the property that says so is not a user's.
    return Effort.current().isBrief()
        ? Effort.current().some(invocations, method.getName(), Chaos.seed(test.seed())).stream()
        : invocations.stream();
  }

  /// In a quick run, only threads try ranks apart, if the test has them: the conformance suite
  /// tries such processes.
  private static int[] apart(WeftTest test, String transport) {
    boolean quick = Effort.current().isQuick();
    return quick
            && !transport.equals(ThreadsJob.NAME)
            && List.of(test.transport()).contains(ThreadsJob.NAME)
        ? new int[0]
        : Effort.current().ranks(transport, test.apart());
  }

  private record Plan(WeftTest test, String transport, int ranks, boolean apart, long seed)
      implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return transport + " × " + ranks + (apart ? ", apart" : "") + ", seed " + seed;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new Runner(this));
    }

    TestJob job(Class<?> type, Method method) {
      List<String> args = MethodProgram.args(type, method, seed);
      TestJob job =
          new TestJob(MethodProgram.class, args, ranks, transport)
              .withRingBytes(test.ring())
              .withHeap(test.heap())
              .withBudget(test.budget())
              .withTimeout(Duration.ofSeconds(test.timeoutSeconds()));
      job = test.check() ? job.withCheck(seed) : job;
      return apart ? job.withApart() : job;
    }
  }

  /// Runs the method on ranks in place of JUnit's own call.
  private record Runner(Plan plan) implements InvocationInterceptor, ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return true;
    }

    /// JUnit does not call the method, so it needs no arguments.
    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return null;
    }

    @Override
    public void interceptTestTemplateMethod(
        Invocation<@Nullable Void> call,
        ReflectiveInvocationContext<Method> method,
        ExtensionContext context) {
      call.skip();
      TestJob job = plan.job(context.getRequiredTestClass(), method.getExecutable());
      JobResult result = job.run(Integer.getInteger("weft.last", plan.test().last()));
      try {
        result.check();
      } catch (TestAbortedException aborted) {
        throw aborted;
      } catch (Throwable thrown) {
        LastMoments.pass(result.failure(), thrown);
        System.out.println(
            "weft: "
                + context.getRequiredTestMethod().getName()
                + " failed with "
                + plan.getDisplayName(0)
                + "; repeat it with -Dweft.seed="
                + plan.seed());
        throw thrown;
      }
    }
  }
}
