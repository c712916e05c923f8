// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/// A JUnit test that every rank of a job runs. The method is `void name(World world)` or `void
/// name(World world, Random random)`. The random numbers differ between ranks, but are the same in
/// every run with the same seed.
///
/// ```java
/// @WeftTest(ranks = {1, 2, 5}, transport = {"threads", "shm"})
/// void everyoneHearsOfEveryone(World world) {
///   var heard = new int[1];
///   Rsr0 hello = world.rsr0("hello", source -> heard[0]++);
///   world.start();
///   for (int rank = 0; rank < world.size(); rank++) {
///     hello.send(rank);
///   }
///   world.quiesce();
///   assertEquals(world.size(), heard[0]);
/// }
/// ```
///
/// The method runs once for each transport and number of ranks. The name of each run shows both,
/// and the seed. A run fails if any rank throws, and the error names every rank that threw. A
/// failing rank waits briefly before it ends the job, so that other ranks reach their own
/// assertions.
///
/// Each rank has its own instance of the test class, created by the constructor without arguments.
/// `@BeforeEach` and `@AfterEach` run once, on an instance that belongs to no rank. With `shm` that
/// instance is in another process. So the method itself must create the data that ranks need. With
/// `threads` the ranks share static fields; with `shm` they share nothing.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(WeftTestExtension.class)
@SuppressWarnings("exports") // only JUnit uses the extension
public @interface WeftTest {
  /// The numbers of ranks, with one run for each.
  int[] ranks() default {1, 2, 5};

  /// The transports, with one run for each: `threads`, or one whose ranks are processes, as in
  /// `mpi:WEFT_MPI=mpich` ([TestJob#transport]).
  String[] transport() default {"threads"};

  /// The seed of the random numbers. With 0 every run has another seed, which its name shows. The
  /// system property `weft.seed` sets the seed of a repetition.
  long seed() default 0;

  /// Bytes of each ring, a power of two from 4096 up; 0 for the default. Small rings fill soon, and
  /// so test the handling of full rings.
  long ring() default 0;

  /// Bytes of each rank's registered heap; 0 for the default.
  long heap() default 0;

  /// Whether to run in the debug mode of one-sided memory, with this test's seed.
  boolean check() default false;

  /// The numbers of ranks of further runs without access to each other's registered memory, as on a
  /// cluster. One-sided memory and collectives then use messages.
  int[] apart() default {};

  /// The bytes of messages that each rank may keep; 0 for the default.
  long budget() default 0;

  /// The number of last events of each rank to show with a failure: handlers, sends, waits,
  /// collective operations. With 0 the ranks record nothing. The system property `weft.last` sets
  /// this number for all tests.
  int last() default 20;

  /// The seconds without a report of any rank ([RankReport]), as [Patience] counts them: on a busy
  /// machine the job may take longer. After them the job is ended, and the test fails with the
  /// stacks of all ranks. A method's rank reports only its end.
  int timeoutSeconds() default 120;
}
