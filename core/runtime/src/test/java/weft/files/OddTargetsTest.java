// SPDX-License-Identifier: Apache-2.0
package weft.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Outputs to all that a name can lead to. Nothing is replaced that is not a regular file, and no
/// part file stays. Devices are nodes of the test's own: never those of the machine.
final class OddTargetsTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final String TEXT = "new text\n".repeat(2000);

  /// Each of the ways to write is tried on each target.
  private enum Way {
    CHECK,
    WRITE,
    SHARED
  }

  @TempDir private Path folder;
  private OddPlaces places;
  private int outputs;

  @BeforeEach
  void open() {
    places = new OddPlaces(folder);
  }

  @AfterEach
  void close() throws Exception {
    places.close();
  }

  private static void run(Way way, Path file) throws IOException {
    switch (way) {
      case CHECK -> OutputFile.check(file);
      case WRITE -> OutputFile.write(file, out -> out.write(TEXT.getBytes(UTF_8)), SHORT);
      case SHARED -> {
        try (PartFile part = PartFile.open(file)) {
          Files.writeString(part.path(), TEXT);
          part.commit();
        } catch (IOException e) {
          throw FileException.notWritten(file, e);
        }
      }
    }
  }

  /// Every file below the folder that is not a regular one, and how it is known again.
  private Map<String, String> nodes() throws IOException {
    var nodes = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        assertThat(file.getFileName().toString()).doesNotMatch("\\.weft-.*\\.part");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Map<String, Object> known =
              Files.readAttributes(file, "unix:ino,mode,rdev", LinkOption.NOFOLLOW_LINKS);
          String to = Files.isSymbolicLink(file) ? Files.readSymbolicLink(file).toString() : "";
          nodes.put(folder.relativize(file).toString(), known + to);
        }
      }
    }
    return nodes;
  }

  private void refused(Path file, String sentence, Way... ways) throws IOException {
    for (Way way : ways.length == 0 ? Way.values() : ways) {
      Map<String, String> before = nodes();
      assertThatThrownBy(() -> run(way, file))
          .as("%s %s", way, file)
          .isInstanceOf(FileException.class)
          .hasMessageContaining(" cannot be written: ")
          .hasMessageContaining(sentence)
          .message()
          .doesNotContain("Exception")
          .matches("[^\\p{Cntrl}]*");
      assertThat(nodes()).isEqualTo(before);
      outputs++;
    }
  }

  /// The file has the text afterwards, and `end` of the links is where it is.
  private void written(Path file, Path end, @Nullable String mode, Way... ways) throws IOException {
    for (Way way : ways.length == 0 ? Way.values() : ways) {
      Map<String, String> before = nodes();
      String old = Files.exists(end) ? Files.readString(end) : "";
      run(way, file);
      assertThat(nodes()).as("%s %s", way, file).isEqualTo(before);
      if (way == Way.CHECK) {
        assertThat(Files.exists(end) ? Files.readString(end) : "").isEqualTo(old);
      } else {
        assertThat(end).isRegularFile().hasContent(TEXT);
        Files.writeString(end, "old");
      }
      if (mode != null) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(end)))
            .isEqualTo(mode);
      }
      outputs++;
    }
  }

  /// A device that takes all.
  private void taken(Path file, Way... ways) throws IOException {
    for (Way way : ways) {
      Map<String, String> before = nodes();
      run(way, file);
      assertThat(nodes()).as("%s %s", way, file).isEqualTo(before);
      outputs++;
    }
  }

  @Test
  void devicesAreWrittenIntoAndNeverReplaced() throws Exception {
    if (!places.node("null", "c", 1, 3) || !places.node("full", "c", 1, 7)) {
      System.out.println("OddTargetsTest: this user cannot make devices");
      return;
    }
    Path none = places.at("null");
    taken(none, Way.CHECK, Way.WRITE);
    refused(none, "it is a device, and all ranks write it at once", Way.SHARED);
    Path toNull = places.link("to-null", "null");
    taken(toNull, Way.CHECK, Way.WRITE);
    refused(toNull, "it is a device, and all ranks write it at once", Way.SHARED);
    Path full = places.at("full");
    taken(full, Way.CHECK);
    refused(full, "no space is left on its device", Way.WRITE);
    refused(full, "it is a device", Way.SHARED);
    assertThat(places.node("disk", "b", 7, 251)).isTrue();
    refused(places.at("disk"), "it is a disk; name a file");
    refused(places.link("to-disk", "disk"), "it is a disk; name a file");
    assertThat(outputs).isEqualTo(15);
  }

  @Test
  void pipesAreWrittenIntoAndNotWaitedForForever() throws Exception {
    Path pipe = places.pipe("pipe");
    for (Path file : List.of(pipe, places.link("to-pipe", "pipe"))) {
      var read = OddPlaces.read(pipe);
      taken(file, Way.CHECK, Way.WRITE);
      assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(TEXT);
      refused(file, "no process has opened it as its reader", Way.WRITE);
      refused(file, "it is a pipe, and all ranks write it at once", Way.SHARED);
    }
    noneWaitsForAPipe();
    refused(places.socket("socket"), "it is a socket; name a file");
    assertThat(outputs).isEqualTo(11);
  }

  /// The thread that opened a pipe has given its result away before it ends.
  private static void noneWaitsForAPipe() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("weft-open-pipe")) {
        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
      }
    }
  }

  @Test
  void linksAreFollowed() throws Exception {
    Path file = places.file("file", "old", "rw-r-----");
    written(places.link("link", "file"), file, "rw-r-----");
    written(places.link("absolute", file.toString()), file, "rw-r-----");
    written(places.link("twice", "link"), file, "rw-r-----");
    Path inner = Files.createDirectory(places.at("inner"));
    written(Files.createSymbolicLink(inner.resolve("up"), Path.of("../file")), file, "rw-r-----");
    places.link("folder", "inner");
    written(places.at("folder/up"), file, "rw-r-----");
    written(places.link("to-new", "new"), places.at("new"), null);
    refused(
        places.link("nowhere", "no/where"),
        "the folder " + places.at("no") + " does not exist; make it, or name another file");
    refused(places.link("to-folder", "inner"), "it is a folder; name a file in it");
    places.link("one", "other");
    refused(places.link("other", "one"), "its links form a loop");
    assertThat(outputs).isEqualTo(27);
  }

  @Test
  void filesKeepTheirModeAndFoldersStay() throws Exception {
    written(places.file("private", "old", "rw-------"), places.at("private"), "rw-------");
    written(places.file("open", "old", "rw-rw-rw-"), places.at("open"), "rw-rw-rw-");
    written(places.file("program", "old", "rwxr-xr-x"), places.at("program"), "rwxr-xr-x");
    Path mine = places.file("x.part", "mine", "rw-r--r--");
    written(places.at("x"), places.at("x"), null);
    assertThat(mine).hasContent("mine");
    Path long255 = places.at("n".repeat(255));
    written(long255, long255, null);
    Path odd = places.at("odd \u001b[2J\n name");
    written(odd, odd, null);
    refused(places.at("n".repeat(256)), "its name is too long");
    refused(odd.resolve("x"), "odd \\x1b[2J\\n name is not a folder");
    refused(odd.resolve("x/y"), "odd \\x1b[2J\\n name is not a folder");
    refused(places.at("no/such/x"), "the folder " + places.at("no/such") + " does not exist");
    refused(Files.createDirectory(places.at("empty")), "it is a folder; name a file in it");
    refused(folder, "it is a folder; name a file in it");
    refused(Path.of("/"), "it is a folder");
    refused(Path.of(""), "it is a folder");
    Files.delete(odd);
    assertThat(outputs).isEqualTo(42);
  }

  @Test
  void anOpenFileIsNeitherReplacedNorEmptied() throws Exception {
    Path file = places.file("open", "before\n", "rw-r--r--");
    try (var opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.seek(opened.length());
      Path descriptor = descriptor(file);
      taken(descriptor, Way.CHECK, Way.WRITE);
      refused(descriptor, "it is an open file", Way.SHARED);
      opened.seek(opened.length());
      opened.writeBytes("after\n");
    }
    assertThat(file).hasContent("before\n" + TEXT + "after\n");
    assertThat(outputs).isEqualTo(3);
  }

  private static Path descriptor(Path file) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path each : all.toList()) {
        if (Files.isSymbolicLink(each) && Files.readSymbolicLink(each).equals(file)) {
          return each;
        }
      }
    }
    throw new AssertionError(file + " is not open");
  }

  @Test
  void fullAndReadOnlyFileSystemsLeaveTheOldFile() throws Exception {
    if (!places.mount("small", "size=16k")) {
      System.out.println("OddTargetsTest: this user cannot mount");
      return;
    }
    Path old = places.file("small/old", "old", "rw-r--r--");
    refused(old, "no space is left on its device", Way.WRITE, Way.SHARED);
    refused(places.at("small/new"), "no space is left on its device", Way.WRITE, Way.SHARED);
    Files.write(places.at("small/filler"), new byte[12 << 10]);
    refused(old, "no space is left on its device");
    refused(places.link("to-small", "small/old"), "no space is left on its device");
    assertThat(old).hasContent("old");
    assertThat(places.remountReadOnly("small")).isTrue();
    refused(old, "");
    refused(places.at("small/new"), "its file system is read-only");
    assertThat(old).hasContent("old");

    // Only a file is mounted, as in containers: it cannot be renamed over.
    Path outside = places.file("outside", "old", "rw-r-----");
    assertThat(places.mountFile(outside, "mounted")).isTrue();
    written(places.at("mounted"), places.at("mounted"), "rw-r-----");
    assertThat(outside).hasContent("old");
    assertThat(outputs).isEqualTo(19);
  }

  @Test
  void anOwnerIsKept() throws Exception {
    Path file = places.file("theirs", "old", "rw-rw-rw-");
    if (OddPlaces.runs("chown", "12345:23456", file.toString())) {
      written(file, file, "rw-rw-rw-");
      assertThat(Files.readAttributes(file, "unix:uid,gid"))
          .isEqualTo(Map.of("uid", 12345, "gid", 23456));
    }
  }

  @Test
  void aDeviceThatTakesThePlaceMeanwhileStays() throws Exception {
    Path file = places.at("file");
    try (PartFile part = PartFile.open(file)) {
      Files.writeString(part.path(), TEXT);
      places.pipe("file");
      assertThatThrownBy(part::commit).hasMessageContaining("it is a pipe");
    }
    assertThat(nodes()).containsKey("file");
  }

  @Test
  void contentThatFailsLeavesTheOldFile() throws Exception {
    Path file = places.file("file", "old", "rw-r--r--");
    assertThatThrownBy(() ->
            OutputFile.write(
                file,
                out -> {
                  out.write(TEXT.getBytes(UTF_8));
                  throw new IllegalStateException("no more");
                }))
        .hasMessage("no more");
    assertThatThrownBy(() ->
            OutputFile.write(
                file,
                out -> {
                  throw new IOException("the drum is broken");
                }))
        .hasMessage(file + " cannot be written: the drum is broken");
    assertThat(file).hasContent("old");
    assertThat(nodes()).hasSize(1);
  }

  @Test
  void severalRanksWriteOnePartAtOnce() throws Exception {
    Path file = places.at("matrix");
    try (PartFile part = PartFile.open(file);
        PartFile other = PartFile.open(file)) {
      assertThat(part.path()).isNotEqualTo(other.path());
      try (FileChannel channel =
          FileChannel.open(part.path(), java.nio.file.StandardOpenOption.WRITE)) {
        channel.write(java.nio.ByteBuffer.wrap("ab".getBytes(UTF_8)), 4);
      }
      part.commit();
      assertThat(file).hasContent("\0\0\0\0ab");
    }
    assertThat(nodes()).hasSize(1);
  }

  /// Begins files, and waits to be ended.
  static final class Waiting {
    private Waiting() {}

    public static void main(String[] args) throws Exception {
      OutputFile.write(
          Path.of(args[0]),
          out -> {
            out.write(TEXT.getBytes(UTF_8));
            out.flush();
            System.out.println("begun");
            try {
              Thread.sleep(120_000);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
    }
  }

  @Test
  void aSignalRemovesThePart() throws Exception {
    Path file = places.file("file", "old", "rw-r--r--");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"))
                    + ":"
                    + Path.of(
                        OutputFile.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    + ":"
                    + Path.of(
                        OddTargetsTest.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI()),
                Waiting.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    try (var out = process.inputReader()) {
      assertThat(out.readLine()).isEqualTo("begun");
      process.destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(file).hasContent("old");
    assertThat(nodes()).hasSize(1);
  }
}
