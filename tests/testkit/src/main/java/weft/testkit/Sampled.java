// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Tests that take long, of a class or one method. [Effort#SAMPLE] runs one in eight of their
/// cases, chosen one by one by the seed, so that several runs try all; see [Effort#samples].
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(Sampled.Chosen.class)
public @interface Sampled {
  /// Decides which tests run.
  final class Chosen implements ExecutionCondition {
    private static final long SEED = Chaos.seed(0);

    /// For JUnit.
    public Chosen() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (context.getTestMethod().isEmpty() || isContainer(context.getUniqueId())) {
        return ConditionEvaluationResult.enabled("its tests are chosen one by one");
      }
      String name = context.getRequiredTestClass().getName() + context.getUniqueId();
      return Effort.current().samples(name, SEED)
          ? ConditionEvaluationResult.enabled("this run has it")
          : ConditionEvaluationResult.disabled(
              "they take long, and each run of ./weft test tries others of them; --room NAME tries"
                  + " all of a room");
    }

    /// Whether it is a method with several cases, each of which is asked for later.
    private static boolean isContainer(String id) {
      return id.substring(id.lastIndexOf('[')).startsWith("[test-template:");
    }
  }
}
