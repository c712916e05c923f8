// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import weft.JobFailedException;
import weft.testkit.JobResult;
import weft.testkit.RankRecord;

/// Checks how a job ended.
final class Ends {
  private Ends() {}

  /// Asserts that every rank but `culprit` learned of its failure, with these words.
  static void assertOthersHeard(JobResult result, int culprit, String... words) {
    assertNotNull(result.failure(), "the job did not fail");
    for (RankRecord rank : result.ranks()) {
      if (rank.rank() != culprit) {
        var heard =
            assertInstanceOf(
                JobFailedException.class, rank.thrown(), () -> "at rank " + rank.rank());
        assertEquals(culprit, heard.rank());
        assertSays(result, rank, words);
      }
    }
  }

  /// Asserts that `culprit` threw an exception with these words.
  static void assertThrew(
      JobResult result, int culprit, Class<? extends Throwable> type, String... words) {
    assertNotNull(result.failure(), "the job did not fail");
    RankRecord rank = result.ranks().get(culprit);
    assertInstanceOf(type, rank.thrown(), () -> "at rank " + culprit);
    assertSays(result, rank, words);
  }

  /// Asserts that every rank threw an exception with these words.
  static void assertAllSay(JobResult result, String... words) {
    for (RankRecord rank : result.ranks()) {
      assertSays(result, rank, words);
    }
  }

  /// Asserts that the programs ended, but the job failed at its end with these words.
  static void assertFailedAtEnd(JobResult result, String... words) {
    Throwable failure = result.failure();
    assertNotNull(failure, "the job did not fail");
    for (RankRecord rank : result.ranks()) {
      assertTrue(rank.ended(), () -> "rank " + rank.rank() + " did not end");
    }
    String message = String.valueOf(failure.getMessage());
    for (String word : words) {
      // A host of processes prints the report itself, and returns only an exit code.
      assertTrue(message.contains(word) || message.contains("exit code"), message);
    }
  }

  private static void assertSays(JobResult result, RankRecord rank, String... words) {
    Throwable thrown = rank.thrown();
    assertNotNull(
        thrown, () -> "rank " + rank.rank() + " threw nothing; its job: " + result.failure());
    String message = String.valueOf(thrown.getMessage());
    for (String word : words) {
      assertTrue(
          message.contains(word),
          () -> "rank " + rank.rank() + " does not report \"" + word + "\": " + message);
    }
  }
}
