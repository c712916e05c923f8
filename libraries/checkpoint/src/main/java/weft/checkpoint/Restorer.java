// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.checkpoint.files.CheckpointFolder;
import weft.checkpoint.files.DamagedException;
import weft.checkpoint.files.Manifest;
import weft.checkpoint.files.SavedCheckpoint;
import weft.checkpoint.part.CheckpointPart;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.files.FileException;
import weft.files.OpenFileLimit;
import weft.layer.Layer;

/// Restores the state of a job: finds the last good checkpoint, reads all of it once to be sure
/// that it is good, and lets each part take what belongs to each rank.
final class Restorer {
  private static final Codec<String> TEXT = Codecs.of(String.class);

  private static final Codec<Failure> FAILURE =
      Codecs.record(MethodHandles.lookup(), Failure.class);

  /// To what a failure is due.
  enum Blame {
    /// The checkpoint, which is damaged or does not fit.
    CHECKPOINT,
    /// This process, whatever the checkpoint is.
    PROCESS,
    /// The program, which another one may follow.
    PROGRAM
  }

  /// Why one rank cannot read or restore a checkpoint.
  ///
  /// @param text the reason; empty if there is none
  record Failure(Blame blame, String text) {
    static final Failure NONE = new Failure(Blame.CHECKPOINT, "");
  }

  /// How often the folder is listed again, because a running job removes what is to be read.
  private static final int MOST_LOOKS = 20;

  private final Layer layer;
  private final Group group;
  private final List<CheckpointPart> parts;
  private final Path folder;
  private final LongConsumer damaged;

  /// At rank 0: the checkpoints that have not been tried, the last one first.
  private final Deque<Long> left = new ArrayDeque<>();

  /// At rank 0: the number of the only checkpoint that may be used; −1 for the last good one.
  private final long chosen;

  /// Why each one that was tried is not used.
  private final List<String> refused = new ArrayList<>();

  private final Set<Long> refusedNumbers = new HashSet<>();
  private int looks;

  /// @param path the folder of checkpoints, or one of the checkpoints in it
  /// @param damaged is told the numbers of damaged checkpoints at rank 0
  Restorer(Layer layer, Group group, List<CheckpointPart> parts, Path path, LongConsumer damaged) {
    this.layer = layer;
    this.group = group;
    this.parts = parts;
    this.folder = CheckpointFolder.folder(path);
    this.chosen = CheckpointFolder.number(path);
    this.damaged = damaged;
  }

  /// Finds the last good checkpoint, or the chosen one, and opens it. Collective.
  ///
  /// @param record says whether records of a codec with this signature can be decoded
  /// @param ours the signature of the program's own codec
  /// @throws WeftException on all ranks, if there is none that fits
  OpenFiles find(Predicate<String> record, String ours) {
    String failure = layer.rank() == 0 ? list() : "";
    failure = group.broadcast(0, failure, TEXT);
    if (!failure.isEmpty()) {
      throw new WeftException(failure);
    }
    while (true) {
      long number = group.broadcast(0, layer.rank() == 0 ? next() : 0);
      if (number < 0) {
        String none = "no checkpoint in " + folder + " can be used: " + String.join("; ", refused);
        throw new WeftException(group.broadcast(0, none, TEXT));
      }
      OpenFiles read = verified(number);
      if (read != null) {
        try {
          check(read.from().manifest(), record, ours);
          return read;
        } catch (RuntimeException e) {
          read.close();
          throw e;
        }
      }
    }
  }

  /// Lists the checkpoints that have not been tried. Returns why there are none, or an empty text.
  private String list() {
    left.clear();
    try {
      List<Long> numbers = CheckpointFolder.numbers(folder);
      if (chosen >= 0 && !numbers.contains(chosen)) {
        return "there is no checkpoint "
            + chosen
            + " in "
            + folder
            + "; there are "
            + (numbers.isEmpty() ? "none" : "the checkpoints " + numbers);
      }
      for (long number : numbers) {
        if ((chosen < 0 || number == chosen) && !refusedNumbers.contains(number)) {
          left.add(number);
        }
      }
      return numbers.isEmpty()
          ? "there is no checkpoint in "
              + folder
              + " to restart from; name the folder that --checkpoint had"
          : "";
    } catch (IOException e) {
      return "the checkpoints in " + folder + " cannot be read: " + FileException.reason(e);
    }
  }

  /// The number of the next checkpoint to try, or −1.
  private long next() {
    for (Long number = left.poll(); number != null; number = left.poll()) {
      try {
        SavedCheckpoint read = SavedCheckpoint.read(CheckpointFolder.of(folder, number));
        if (chosen >= 0 || read.failedRestarts() < SavedCheckpoint.MOST_RESTARTS) {
          return number;
        }
        refuse(
            number,
            "has failed at "
                + SavedCheckpoint.MOST_RESTARTS
                + " restarts (to try again, name it as the folder to restart from, or remove the file"
                + " \"restarts\" in it)",
            false);
      } catch (IOException e) {
        if (OpenFileLimit.isReached(e)) {
          throw new WeftException(tooManyFiles(number, e), e);
        }
        if (!looksAgain(number)) {
          refuse(number, "is damaged: " + e.getMessage(), true);
        }
      }
    }
    return -1;
  }

  /// Whether a checkpoint that cannot be read has been removed by a job that saves in the folder,
  /// so that there are others now, which are listed.
  private boolean looksAgain(long number) {
    if (!SavedCheckpoint.isGone(CheckpointFolder.of(folder, number))) {
      return false;
    }
    if (++looks > MOST_LOOKS) {
      refuse(number, "was removed by the job that saves there before it could be opened", false);
      return true;
    }
    String none = list();
    if (!none.isEmpty()) {
      refused.add(none);
    }
    return true;
  }

  private void refuse(long number, String why, boolean isDamaged) {
    String sentence = CheckpointFolder.of(folder, number).getFileName() + " " + why;
    refused.add(sentence);
    refusedNumbers.add(number);
    System.err.println("weft: " + sentence + (left.isEmpty() ? "." : "; the one before is tried."));
    if (isDamaged) {
      damaged.accept(number);
    }
  }

  /// Opens a checkpoint, and reads all of its files, each on one of the ranks. Returns null on all
  /// ranks if one is damaged. Collective.
  private @Nullable OpenFiles verified(long number) {
    OpenFiles files = null;
    Failure failure = Failure.NONE;
    try {
      files = new OpenFiles(SavedCheckpoint.read(CheckpointFolder.of(folder, number)));
      for (int i = layer.rank(); i < files.from().manifest().ranks(); i += layer.size()) {
        files.file(i).verify();
      }
    } catch (IOException e) {
      failure =
          OpenFileLimit.isReached(e)
              ? new Failure(Blame.PROCESS, tooManyFiles(number, e))
              : new Failure(Blame.CHECKPOINT, damage(e));
    }
    Failure first = Failure.NONE;
    for (Failure it : group.allgather(failure, FAILURE)) {
      first = first.text.isEmpty() || it.blame == Blame.PROCESS ? it : first;
    }
    if (first.text.isEmpty()) {
      return files;
    }
    if (files != null) {
      files.close();
    }
    if (first.blame == Blame.PROCESS) {
      throw new WeftException(first.text);
    }
    if (layer.rank() == 0 && !looksAgain(number)) {
      refuse(number, "is damaged: " + first.text, true);
    }
    return null;
  }

  private static String damage(IOException e) {
    return e instanceof DamagedException ? String.valueOf(e.getMessage()) : FileException.reason(e);
  }

  private static boolean blamesCheckpoint(Failure failure) {
    return !failure.text.isEmpty() && failure.blame == Blame.CHECKPOINT;
  }

  /// The checkpoint is good, and an older one would lose work.
  private String tooManyFiles(long number, IOException e) {
    return "rank "
        + layer.rank()
        + " cannot open the files of all ranks of "
        + CheckpointFolder.of(folder, number)
        + ": "
        + FileException.reason(e);
  }

  /// Refuses a checkpoint of another program: the same on all ranks.
  private void check(Manifest manifest, Predicate<String> record, String ours) {
    String where = CheckpointFolder.of(folder, manifest.number()) + " was saved by ";
    if (!record.test(manifest.record())) {
      throw new WeftException(
          where
              + quoted(manifest.program())
              + " with records of the codec "
              + manifest.record()
              + ", and this program's are "
              + ours
              + "; restart the program that saved it, or convert its records"
              + " (Checkpoints.accepts)");
    }
    for (Map.Entry<String, Map<String, String>> it : manifest.shapes().entrySet()) {
      boolean known = parts.stream().anyMatch(part -> part.name().equals(it.getKey()));
      if (!known && !it.getValue().isEmpty()) {
        throw new WeftException(
            where
                + quoted(manifest.program())
                + " with "
                + it.getKey()
                + ", which this program does not use; restart the program that saved it");
      }
    }
  }

  private static String quoted(String program) {
    return program.isEmpty() ? "a program" : "\"" + program + "\"";
  }

  /// Restores all parts from a checkpoint. Collective; the parts are paused.
  ///
  /// @throws WeftException on all ranks, if one cannot
  void restore(OpenFiles files) {
    RuntimeException own = null;
    Failure failure = Failure.NONE;
    try {
      for (CheckpointPart part : parts) {
        part.restore(files.of(part));
      }
    } catch (IOException e) {
      failure =
          new Failure(Blame.CHECKPOINT, e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (RuntimeException e) {
      own = e;
      Blame blame = e.getClass() == WeftException.class ? Blame.PROGRAM : Blame.CHECKPOINT;
      failure = new Failure(blame, layer.program().describe(e));
    }
    SavedCheckpoint from = files.from();
    List<Failure> failures = group.allgather(failure, FAILURE);
    for (int rank = 0; rank < failures.size(); rank++) {
      if (!failures.get(rank).text.isEmpty()) {
        if (layer.rank() == 0 && failures.stream().anyMatch(Restorer::blamesCheckpoint)) {
          from.restartFailed();
        }
        group.barrier(); // the job may end as soon as one rank throws
        if (own != null) {
          throw own;
        }
        throw new WeftException(
            "rank " + rank + " cannot restore " + from.folder() + ": " + failures.get(rank).text);
      }
    }
    parts.forEach(CheckpointPart::restored);
    group.barrier();
    if (layer.rank() == 0) {
      from.restartSucceeded();
    }
    files.keepRecords();
  }
}
