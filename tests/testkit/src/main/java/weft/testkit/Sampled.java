// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Tests that take long, of a class or one method. [Effort#SAMPLE] runs one in four of them, chosen
/// by the seed, so that several runs try all; see [Effort#samples].
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
      Method method = context.getTestMethod().orElse(null);
      if (method == null) {
        return ConditionEvaluationResult.enabled("the methods are chosen one by one");
      }
      String name = context.getRequiredTestClass().getName() + "." + method.getName();
      return Effort.current().samples(name, SEED)
          ? ConditionEvaluationResult.enabled("this run has it")
          : ConditionEvaluationResult.disabled(
              "they take long, and each run of ./weft test tries others of them; --room NAME tries"
                  + " all of a room");
    }
  }
}
