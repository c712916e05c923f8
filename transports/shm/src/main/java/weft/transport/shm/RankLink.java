// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.OpenFileLimit;
import weft.memory.SharedFile;
import weft.transport.FailureReport;
import weft.transport.Transport.Watcher;
import weft.transport.job.JobDirectory;
import weft.transport.job.Message;
import weft.transport.job.MessageReader;
import weft.transport.job.Proc;
import weft.transport.job.WatchedRank;

/// A rank's connection to its job's host, and the daemon thread that listens to it.
///
/// It lives as long as the process, even after the job's end. If the host is gone, nothing forwards
/// this process's output or waits for it, so the process ends itself.
final class RankLink implements Runnable {
  /// The time that a rank may take to end after its host is gone, in milliseconds.
  static final long GRACE_MILLIS = 250;

  private static final long PAUSE_MILLIS = 10;

  private final Path directory;
  private final int rank;
  private final SocketChannel channel;
  private final Selector selector;
  private final MessageReader frames = new MessageReader();
  private final Object writing = new Object();
  private final Object removal = new Object();
  private final WatchedRank watched;
  private Message.@Nullable Segment segment;

  private volatile boolean ending;

  /// Whether this process may still remove the job's files; guarded by `removal`.
  private boolean mayRemove = true;

  private RankLink(Path directory, int rank, SocketChannel channel, Selector selector) {
    this.directory = directory;
    this.rank = rank;
    this.watched = new WatchedRank(rank);
    this.channel = channel;
    this.selector = selector;
  }

  /// Connects to the host of the job in `directory`.
  ///
  /// @throws WeftException if there is no host
  static RankLink connect(Path directory, int rank) {
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.connect(UnixDomainSocketAddress.of(JobDirectory.control(directory)));
        // The channel is non-blocking, because an interrupt of the writing thread must not close
        // it.
        channel.configureBlocking(false);
        Selector selector = Selector.open();
        channel.register(selector, SelectionKey.OP_READ);
        return new RankLink(directory, rank, channel, selector);
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      if (OpenFileLimit.isReached(e)) {
        throw new WeftException("rank " + rank + " cannot join: " + OpenFileLimit.sentence(), e);
      }
      if (e instanceof ConnectException) {
        // The host listened before this process began. It no longer does, so it is gone.
        JobDirectory.removeAll(directory);
      }
      throw new WeftException(
          "rank "
              + rank
              + " found no launcher at "
              + JobDirectory.control(directory)
              + " ("
              + e.getMessage()
              + "); the job has ended, or its launcher was killed",
          e);
    }
  }

  // Joining, on the caller's thread.

  /// Shows the token, and returns the location of the job's memory.
  Message.Segment hello(String token) {
    try {
      Runtime.getRuntime().addShutdownHook(new Ending());
    } catch (IllegalStateException e) {
      // The process is ending already.
    }
    send(new Message.Hello(token, rank, Proc.self()));
    if (receive() instanceof Message.Segment received) {
      segment = received;
      return received;
    }
    throw new WeftException("rank " + rank + " received an unexpected message from its launcher");
  }

  /// Reports that the memory is mapped, and returns when all ranks have mapped it.
  void ready() {
    send(new Message.Mapped());
    if (!(receive() instanceof Message.Go)) {
      throw new WeftException("rank " + rank + " received an unexpected message from its launcher");
    }
    startWatching();
  }

  private void startWatching() {
    var watch = new Thread(this, "weft-watch-" + rank);
    watch.setDaemon(true);
    watch.start();
  }

  /// A JVM that ends waits 300 ms for a daemon thread that is inside a system call. So this wakes
  /// the watching or joining thread, which then polls instead of blocking. A removal of the job's
  /// files that has begun is completed first.
  private final class Ending extends Thread {
    Ending() {
      super("weft-end-watch-" + rank);
    }

    @Override
    public void run() {
      ending = true;
      selector.wakeup();
      synchronized (removal) {
        mayRemove = false;
      }
    }
  }

  private Message receive() {
    Message message;
    try {
      message = read();
    } catch (IOException e) {
      message = null;
    }
    if (message == null) {
      removeFiles(); // Here, because the process may end before a daemon thread has done it.
      startWatching();
      throw new WeftException(hostGone().sentence());
    }
    if (message instanceof Message.Refused refused) {
      throw new WeftException("rank " + rank + " was refused: " + refused.reason());
    }
    if (message instanceof Message.Abort abort) {
      throw new weft.JobFailedException(abort.report().rank(), abort.report().sentence());
    }
    return message;
  }

  /// Reads the next message, or returns null if the host is gone.
  private @Nullable Message read() throws IOException {
    for (; ; ) {
      Message message = frames.next();
      if (message != null) {
        return message;
      }
      if (ending) {
        pause(PAUSE_MILLIS);
      } else {
        selector.select();
        selector.selectedKeys().clear();
      }
      if (frames.fill(channel) < 0) {
        return null;
      }
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      // No code interrupts this thread; if it happens, it continues earlier.
    }
  }

  // Messages to the host.

  /// Delivers failures and queries to `watcher` from now on.
  void connect(Watcher watcher) {
    watched.connect(watcher);
  }

  /// Ends the job on all ranks, unless it has failed already.
  void fail(FailureReport report) {
    if (watched.deliver(report)) {
      send(new Message.Failed(report));
    }
  }

  /// Reports that the rank took part in the collective end.
  void finished() {
    send(new Message.Finished());
  }

  /// Records that the rank has left the job; its process continues.
  void disconnect() {
    watched.disconnect();
  }

  private void send(Message message) {
    ByteBuffer frame = message.frame();
    try {
      synchronized (writing) {
        while (frame.hasRemaining()) {
          if (channel.write(frame) == 0) {
            // The host is paused, and its socket is full.
            LockSupport.parkNanos(PAUSE_MILLIS * 1_000_000);
          }
        }
      }
    } catch (IOException e) {
      // The host is gone: the reading thread detects this too, and acts.
    }
  }

  // Messages of the host, on the watching thread.

  @Override
  public void run() {
    try {
      for (Message message = read(); message != null; message = read()) {
        if (message instanceof Message.Abort abort) {
          watched.deliver(abort.report());
        } else if (message instanceof Message.Describe question) {
          send(watched.answer(question.withText()));
        }
      }
    } catch (IOException e) {
      // Handled like the end of the stream.
    }
    endWithoutHost();
  }

  private FailureReport hostGone() {
    String pid = segment == null ? "" : " (pid " + segment.hostPid() + ")";
    return new FailureReport(rank, "", "the launcher" + pid + " is gone; its ranks end", "");
  }

  /// Fails the job, whose host is gone. It removes the files that the host would have removed, and
  /// ends this process if it does not end by itself.
  private void endWithoutHost() {
    // This is done first, because the process may end as soon as its rank is notified.
    removeFiles();
    watched.deliver(hostGone());
    pause(GRACE_MILLIS);
    Runtime.getRuntime().halt(137);
  }

  /// Removes the job's files, unless this process is about to end: the JVM would not wait for the
  /// removal, and other ranks or the next job could not tell that nobody completes it.
  private void removeFiles() {
    synchronized (removal) {
      if (!mayRemove) {
        return;
      }
      if (segment == null) {
        JobDirectory.removeAll(directory);
      } else {
        SharedFile.delete(Path.of(segment.path()));
        JobDirectory.remove(directory);
      }
    }
  }
}
