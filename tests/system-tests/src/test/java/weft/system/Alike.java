// SPDX-License-Identifier: Apache-2.0
package weft.system;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;
import weft.testkit.Chaos;
import weft.testkit.Effort;

/// A test of one claim in several cases, of which each would show it, such as one over several
/// transports. A brief run tries one case, a quick run half of them, chosen by the seed; all others
/// try each.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(Alike.Cases.class)
public @interface Alike {
  /// The cases: the arguments of each, separated by commas.
  String[] value();

  /// The cases that this run tries.
  final class Cases implements ArgumentsProvider {
    private static final long SEED = Chaos.seed(0);

    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      String[] all = context.getRequiredTestMethod().getAnnotation(Alike.class).value();
      String test = context.getRequiredTestMethod().getName();
      return Effort.current().some(List.of(all), test, SEED).stream().map(Cases::arguments);
    }

    private static Arguments arguments(String text) {
      return Arguments.of((Object[]) text.split(" *, *"));
    }
  }
}
