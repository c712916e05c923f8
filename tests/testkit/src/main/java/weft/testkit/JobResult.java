// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;
import weft.JobFailedException;

/// The result of a [TestJob].
///
/// @param ranks the record of each rank
/// @param failure the exception that the launch threw, or null if the job ended without failure
public record JobResult(List<RankRecord> ranks, @Nullable Throwable failure) {
  /// The failures of the ranks' programs, without ranks that only learned of another's failure.
  public List<RankFailure> failures() {
    var failures = new ArrayList<RankFailure>();
    for (RankRecord rank : ranks) {
      Throwable thrown = rank.thrown();
      if (thrown != null && !(thrown instanceof JobFailedException)) {
        failures.add(RankFailure.of(rank.rank(), thrown));
      }
    }
    return failures;
  }

  /// Checks that the job ended without failure.
  ///
  /// @throws AssertionError naming every rank that failed
  /// @throws TestAbortedException if an assumption did not hold, and there was no other failure
  public void check() {
    if (failure instanceof AssertionError late) {
      throw late;
    }
    List<RankFailure> failures = failures();
    TestAbortedException aborted = abortion(failures);
    if (aborted != null) {
      throw aborted;
    }
    if (failures.size() == 1) {
      throw failures.get(0);
    }
    if (failures.size() > 1) {
      String heading = failures.size() + " of " + ranks.size() + " ranks failed";
      throw new MultipleFailuresError(heading, failures);
    }
    RankFailure reported = reported();
    if (reported != null) {
      throw reported;
    }
    if (failure != null) {
      throw new AssertionError("the job failed: " + failure.getMessage(), failure);
    }
    for (RankRecord rank : ranks) {
      if (!rank.ended()) {
        throw new AssertionError("rank " + rank.rank() + " did not reach the end of its program");
      }
    }
  }

  /// The failure of a rank that could not report it itself, as other ranks learned of it.
  private @Nullable RankFailure reported() {
    for (RankRecord rank : ranks) {
      if (rank.thrown() instanceof JobFailedException heard) {
        return RankFailure.of(heard.rank(), heard);
      }
    }
    return null;
  }

  private static @Nullable TestAbortedException abortion(List<RankFailure> failures) {
    TestAbortedException aborted = null;
    for (RankFailure failure : failures) {
      if (!(failure.getCause() instanceof TestAbortedException it)) {
        return null;
      }
      aborted = it;
    }
    return aborted;
  }
}
