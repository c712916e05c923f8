// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/// A JUnit test that every rank of a job runs: `void name(World world)`, or `void name(World world,
/// Random random)` for a source of random numbers that is the same in every run with one seed, and
/// another one on each rank.
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
/// The method runs once for each transport and number of ranks; the name of each run says both, and
/// the seed. It fails when any rank throws, and the error names every rank that did: a rank that
/// fails waits a moment before it ends the job, so that the others come to their own assertions.
///
/// Each rank has an instance of the test class of its own, made by the constructor without
/// arguments. `@BeforeEach` and `@AfterEach` run once, on an instance that belongs to no rank, and
/// with `shm` in another process: what ranks need they make in the method. With `threads` the ranks
/// share statics, with `shm` they share nothing.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(WeftTestExtension.class)
@SuppressWarnings("exports") // JUnit finds the extension; programs have no use for it
public @interface WeftTest {
  /// How many ranks; one run for each.
  int[] ranks() default {1, 2, 5};

  /// The transports, `threads` or one whose ranks are processes, as in `mpi:WEFT_MPI=mpich`
  /// ([TestJob#transport]); one run for each.
  String[] transport() default {"threads"};

  /// The seed of the random numbers. With 0 every run has another one, which its name says; the
  /// system property `weft.seed` sets it for a repetition.
  long seed() default 0;

  /// Bytes of each ring, a power of two from 4096 up; 0 for the default. Small rings are soon full,
  /// and bring out what depends on room.
  long ring() default 0;

  /// Bytes of each rank's registered heap; 0 for the default.
  long heap() default 0;

  /// Whether to run in the debug mode of one-sided memory, with this test's seed.
  boolean check() default false;

  /// How many ranks in further runs in which they are kept from each other's registered memory, as
  /// on a cluster: one-sided memory and collectives go by messages then.
  int[] apart() default {};

  /// Bytes that backlog and reassembly may take in each rank; 0 for the default.
  long budget() default 0;

  /// How many of the last events of each rank are shown beside a failure: handlers, sends, waits,
  /// collective operations; 0 for none, and for ranks that record nothing. The system property
  /// `weft.last` sets another number for all tests.
  int last() default 20;

  /// Seconds after which a job that has not ended is ended, and the test fails with the stacks of
  /// all ranks.
  int timeoutSeconds() default 120;
}
