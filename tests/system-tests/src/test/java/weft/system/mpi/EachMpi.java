// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;
import weft.testkit.Chaos;
import weft.testkit.Effort;

/// A test over each MPI. A quick run takes one for each test, chosen by the seed. A brief run tries
/// a part of these tests, since most of them show for MPI what others show for shared memory.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(allowZeroInvocations = true)
@ArgumentsSource(EachMpi.Mpis.class)
@interface EachMpi {
  /// Both, in a quick run one of them, in a brief run one or none.
  final class Mpis implements ArgumentsProvider {
    private static final long SEED = Chaos.seed(0);

    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      Mpi[] all = Mpi.values();
      if (!Effort.current().isQuick()) {
        return Stream.of(all).map(Arguments::of);
      }
      String name = context.getRequiredTestMethod().getName();
      if (!Effort.current().tries(name, SEED)) {
        return Stream.of();
      }
      long test = name.hashCode();
      return Stream.of(Arguments.of(all[Math.floorMod(Chaos.mix(test + SEED), all.length)]));
    }
  }
}
