// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.WeftException;
import weft.memory.Place;
import weft.memory.SharedFile;

/// Finds the jobs of this user on this machine: running jobs, and files that killed jobs left
/// behind.
///
/// @hidden it is for the command, not for users
public final class Jobs {
  /// A directory without `job.properties`, or memory that is not locked, belongs to a starting job,
  /// unless it is older than this.
  private static final long BEGINS_MILLIS = 10_000;

  /// This is longer than a host waits for its ranks' answers.
  private static final long ANSWER_MILLIS = 5_000;

  private Jobs() {}

  /// The running jobs.
  public static List<JobInfo> running() {
    return jobs(JobDirectory.homes(), true);
  }

  /// The jobs whose host was killed before it could remove their files.
  public static List<JobInfo> stale() {
    return jobs(JobDirectory.homes(), false);
  }

  /// The number of directories that a process was about to remove, or to publish, when it was
  /// killed.
  public static int halfRemoved() {
    return JobDirectory.hidden(JobDirectory.homes(), host -> true).size();
  }

  static List<JobInfo> jobs(List<Path> homes, boolean alive) {
    var jobs = new ArrayList<JobInfo>();
    for (Path directory : JobDirectory.all(homes)) {
      try {
        JobInfo job = JobInfo.read(directory);
        if (job.isAlive() == alive) {
          jobs.add(job);
        }
      } catch (IOException e) {
        // The job is starting or ending, or `clean` removes its directory.
      }
    }
    return jobs;
  }

  /// The folder in which jobs of this environment put their rings and heaps.
  public static Path sharedMemory() {
    return Place.shared(System.getenv()).directory().toPath();
  }

  /// Describes what the ranks of `job` do now: where each waits, since when, and what is pending.
  ///
  /// @throws WeftException if the job has ended, or does not answer within five seconds
  public static String describe(JobInfo job) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        Selector selector = Selector.open()) {
      channel.connect(UnixDomainSocketAddress.of(JobDirectory.control(job.directory())));
      ByteBuffer question = new Message.Inquire(job.token()).frame();
      while (question.hasRemaining()) {
        channel.write(question);
      }
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      return answer(job, channel, selector);
    } catch (IOException e) {
      throw new WeftException(job + " could not be queried; it may just have ended", e);
    }
  }

  private static String answer(JobInfo job, SocketChannel channel, Selector selector)
      throws IOException {
    var frames = new MessageReader();
    long deadline = System.nanoTime() + ANSWER_MILLIS * 1_000_000;
    for (long left = ANSWER_MILLIS; left > 0; left = (deadline - System.nanoTime()) / 1_000_000) {
      selector.select(left);
      selector.selectedKeys().clear();
      boolean open = frames.fill(channel) >= 0;
      Message message = frames.next();
      if (message instanceof Message.Description description) {
        return description.text();
      }
      if (message instanceof Message.Refused refused) {
        throw new WeftException(job + " does not answer: " + refused.reason());
      }
      if (!open) {
        throw new IOException("the control socket was closed");
      }
    }
    throw new WeftException(job + " does not answer; its launcher may be paused");
  }

  /// Removes the files of jobs whose host is gone: their directories, hidden ones too, and their
  /// memory if it still has a name.
  ///
  /// @return the number of removed directories and files
  public static int clean() {
    int removed = clean(JobDirectory.homes());
    for (File place : segmentPlaces()) {
      removed += cleanSegments(place.toPath());
    }
    return removed;
  }

  static int clean(List<Path> homes) {
    int removed = JobDirectory.removeKilled(homes);
    for (Path directory : JobDirectory.all(homes)) {
      if (isUndescribed(directory)) {
        JobDirectory.remove(directory);
        removed++;
      }
    }
    return removed;
  }

  private static boolean isUndescribed(Path directory) {
    try {
      JobInfo _ = JobInfo.read(directory);
      return false;
    } catch (IOException e) {
      return Files.isDirectory(directory) && isOld(directory);
    }
  }

  private static List<File> segmentPlaces() {
    var places = new ArrayList<File>();
    places.add(sharedMemory().toFile());
    File temporary = Place.temporary().directory();
    if (!places.contains(temporary)) {
      places.add(temporary);
    }
    return places;
  }

  static int cleanSegments(Path place) {
    int removed = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(place, SharedFile.PREFIX + "*")) {
      for (Path file : files) {
        String id = file.getFileName().toString().substring(SharedFile.PREFIX.length());
        if (Hex.is(id, JobDirectory.ID_BYTES) && isAbandoned(file)) {
          SharedFile.delete(file);
          removed++;
        }
      }
    } catch (IOException e) {
      // This machine has no such folder.
    }
    return removed;
  }

  private static boolean isOld(Path file) {
    return System.currentTimeMillis() - file.toFile().lastModified() > BEGINS_MILLIS;
  }

  /// Whether `file` belongs to this user and its host no longer holds its lock. A host has not
  /// locked it yet just after it has made it.
  private static boolean isAbandoned(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || !JobDirectory.isOwn(file)
        || !isOld(file)) {
      return false;
    }
    try (var opened = new RandomAccessFile(file.toFile(), "rw");
        FileLock lock = opened.getChannel().tryLock()) {
      return lock != null;
    } catch (IOException | java.nio.channels.OverlappingFileLockException e) {
      return false;
    }
  }
}
