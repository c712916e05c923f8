// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.LauncherTree.Result;
import weft.testkit.Sampled;

/// The `./weft` script: which JDK and which Maven it takes, and when it builds.
@Sampled
final class LauncherScriptTest {
  private LauncherTree tree;

  @BeforeEach
  void makeTree(@TempDir Path folder) throws IOException {
    tree = new LauncherTree(folder);
  }

  @Test
  void buildsOnFirstUseAndThenOnlyStarts() throws Exception {
    Result first = tree.run("doctor");
    assertThat(first.exitCode()).as(first.errors()).isZero();
    assertThat(first.output()).startsWith("started doctor with").contains("b25");
    assertThat(first.errors()).matches("weft: building \\(first use\\) … \\d+ s\n");

    Result second = tree.run("doctor");
    assertThat(second.exitCode()).isZero();
    assertThat(second.errors()).isEmpty();
    assertThat(tree.builds()).hasSize(1).allMatch(build -> build.contains("bin/mvn"));
    assertThat(tree.trainings()).hasSize(1);
    assertThat(tree.lock()).doesNotExist();
  }

  @Test
  void buildsOnceWhenManyStartAtTheSameMoment() throws Exception {
    List<Result> results = runTogether(8);
    assertThat(results).allMatch(result -> result.exitCode() == 0);
    assertThat(results).allMatch(result -> result.output().startsWith("started run"));
    assertThat(tree.builds()).hasSize(1);
    assertThat(tree.trainings()).hasSize(1);
  }

  @Test
  void ranksOfMpirunBuildOnceAndAskWhatToBecome() throws Exception {
    tree.set("PMI_RANK", "0");
    List<Result> results = runTogether(4);
    assertThat(results).allMatch(result -> result.exitCode() == 0);
    assertThat(tree.builds()).hasSize(1);
    assertThat(results).allMatch(result -> result.output().startsWith("started --print-command"));

    tree.answer("exec env WEFT_X='a b' sh -c 'echo \"became $WEFT_X $1\"; exit 3' sh 'it'\\''s'");
    Result rank = tree.run("run", "x");
    assertThat(rank.output()).isEqualTo("became a b it's\n");
    assertThat(rank.exitCode()).isEqualTo(3);

    tree.answer("");
    assertThat(tree.run("run", "x").output()).startsWith("started x");
    assertThat(tree.run("doctor").output()).startsWith("started doctor");
  }

  @Test
  void takesOverTheLockOfADeadProcessOnce() throws Exception {
    Process dead = tree.begin(Path.of("/bin/sh"), "-c", "true");
    LauncherTree.end(dead);
    holdLock(dead.pid());

    List<Result> results = runTogether(4);
    assertThat(results).allMatch(result -> result.exitCode() == 0);
    assertThat(tree.builds()).hasSize(1);
    assertThat(tree.lock()).doesNotExist();
  }

  @Test
  void waitsForTheLockOfALivingProcess() throws Exception {
    Process holder = tree.begin(Path.of("/bin/sh"), "-c", "read line");
    holdLock(holder.pid());

    Process waiting = tree.begin(tree.root().resolve("weft"), "run");
    Thread.sleep(500);
    assertThat(waiting.isAlive()).isTrue();
    assertThat(tree.builds()).isEmpty();

    LauncherTree.end(holder);
    assertThat(LauncherTree.end(waiting).exitCode()).isZero();
    assertThat(tree.builds()).hasSize(1);
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws Exception {
    tree.run("run");
    Files.setLastModifiedTime(
        tree.source(), FileTime.from(Instant.now().plus(Duration.ofSeconds(2))));
    Result second = tree.run("run");
    assertThat(second.errors()).startsWith("weft: building (sources changed) …");
    assertThat(tree.builds()).hasSize(2);
  }

  /// Who builds with Maven, and tells the launcher not to, has other jars than the cache is of.
  @Test
  void aCacheOfOtherJarsIsNotUsed() throws Exception {
    tree.run("run");
    Files.writeString(tree.made("cache/launcher.aot"), "of these jars");
    tree.set("WEFT_NO_BUILD", "1");
    assertThat(tree.run("run").output()).contains("from a cache");
    Files.setLastModifiedTime(
        tree.made("lib/weft-cli.jar"), FileTime.from(Instant.now().plus(Duration.ofSeconds(2))));
    assertThat(tree.run("run").output()).startsWith("started run").doesNotContain("from a cache");
  }

  @Test
  void buildsAgainWhenASourceIsGone() throws Exception {
    tree.run("run");
    Files.delete(tree.source());
    tree.run("run");
    assertThat(tree.builds()).hasSize(2);
  }

  @Test
  void showsWhyABuildFailedAndTriesAgain() throws Exception {
    Files.createFile(tree.root().resolve("broken"));
    Result broken = tree.run("run");
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.output()).isEmpty();
    assertThat(broken.errors())
        .contains("failed after", "Weft.java:7: does not compile", "weft-build.log");

    Files.delete(tree.root().resolve("broken"));
    assertThat(tree.run("run").exitCode()).isZero();
    assertThat(tree.builds()).hasSize(2);
  }

  @Test
  void thoseWhoWaitedForAFailedBuildDoNotRepeatIt() throws Exception {
    Files.createFile(tree.root().resolve("broken"));
    List<Result> results = runTogether(4);
    assertThat(results).allMatch(result -> result.exitCode() == 1);
    assertThat(results).allMatch(result -> result.errors().contains("weft-build.log"));
    assertThat(tree.builds()).hasSize(1);
  }

  @Test
  void stopsTheBuildAndGivesTheLockBackWhenItIsStopped() throws Exception {
    Files.createFile(tree.root().resolve("slow"));
    Process start = tree.begin(tree.root().resolve("weft"), "run");
    while (tree.builds().isEmpty() && start.isAlive()) {
      Thread.sleep(20);
    }
    List<ProcessHandle> children = start.descendants().toList();
    assertThat(children).isNotEmpty();

    // Not Process.destroy: that closes the streams that are read below.
    start.toHandle().destroy();
    assertThat(LauncherTree.end(start).exitCode()).isEqualTo(143);
    assertThat(tree.lock()).doesNotExist();
    for (ProcessHandle child : children) {
      child.onExit().get();
    }
  }

  @Test
  void saysWhatToDoWhenThereIsNoJdk() throws Exception {
    tree.set("WEFT_JDKS", tree.root().resolve("jdks/a17").toString());
    Result result = tree.run("run");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .contains("no JDK 25 or newer found", "apt install", "sdk install java", "adoptium.net");
    assertThat(tree.builds()).isEmpty();
  }

  @Test
  void saysSoWhenItMayNotBuildAndNothingIsBuilt() throws Exception {
    tree.set("WEFT_NO_BUILD", "1");
    Result result = tree.run("run");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("WEFT_NO_BUILD is set and nothing is built");
  }

  @Test
  void takesTheJdkOfJavaHome() throws Exception {
    tree.unset("WEFT_JDKS");
    tree.set("JAVA_HOME", tree.root().resolve("jdks/b25").toString());
    assertThat(tree.run("run").output()).contains("b25");
  }

  @Test
  void looksInSdkmanWhenJavaHomeIsOlder() throws Exception {
    tree.addJdk("nobody/.sdkman/candidates/java/25.0.1-tem", "25.0.1");
    tree.unset("WEFT_JDKS");
    tree.set("JAVA_HOME", tree.root().resolve("jdks/a17").toString());
    Result result = tree.run("run");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output()).contains(".sdkman/candidates/java/25.0.1-tem");
  }

  @Test
  void takesAJdkThatIsNewer() throws Exception {
    tree.addJdk("jdks/c/26", "26.0.1");
    tree.set("WEFT_JDKS", tree.root().resolve("jdks/c").toString());
    Result result = tree.run("run");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output()).contains("jdks/c/26");
  }

  @Test
  void takesTheWrapperWhenMavenIsTooOld() throws Exception {
    tree.addMaven("bin/mvn", "3.6.3");
    assertThat(tree.run("run").exitCode()).isZero();
    assertThat(tree.builds()).hasSize(1).allMatch(build -> build.contains("/mvnw "));
  }

  @Test
  void worksThroughALinkFromElsewhere() throws Exception {
    Path link = Files.createSymbolicLink(tree.root().resolve("bin/weft"), Path.of("../weft"));
    Result result = LauncherTree.end(tree.begin(link, "doctor"));
    assertThat(result.output()).as(result.errors()).startsWith("started doctor");
  }

  private List<Result> runTogether(int count) throws Exception {
    var processes = new ArrayList<Process>();
    for (int i = 0; i < count; i++) {
      processes.add(tree.begin(tree.root().resolve("weft"), "run"));
    }
    var results = new ArrayList<Result>();
    for (Process process : processes) {
      results.add(LauncherTree.end(process));
    }
    return results;
  }

  /// Makes the lock as the script of another process on this host would.
  private void holdLock(long pid) throws Exception {
    Result host =
        LauncherTree.end(tree.begin(Path.of("/usr/bin/env"), "bash", "-c", "printf %s $HOSTNAME"));
    Files.createDirectories(tree.lock().getParent());
    Files.createSymbolicLink(tree.lock(), Path.of(host.output() + ":" + pid));
  }
}
