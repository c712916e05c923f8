// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunCommandTest {
  private static final Machine MACHINE = new Machine(List.of(0, 1, 2, 3), 4, 10L << 30, false);
  private static final ProgramSpec PROGRAM =
      new ProgramSpec("x", "some.Main", List.of(Path.of("x.jar")));

  private final Console console = new Console();
  private final RunCommand run = new RunCommand(console.out, console.err, MACHINE, Map.of());

  private RunCommand parse(String... args) {
    Main.commandLine("run", run).parseArgs(args);
    return run;
  }

  @Test
  void shouldLeaveWhatFollowsTheProgramToTheProgram() {
    parse("-n", "3", "prog", "-n", "5", "--help", "--", "--jvm-arg", "x");
    assertThat(run.ranks).isEqualTo(3);
    assertThat(run.program).isEqualTo("prog");
    assertThat(run.arguments).containsExactly("-n", "5", "--help", "--", "--jvm-arg", "x");
  }

  @Test
  void shouldTakeTheNumberOfRanksAsMpirunDoes() {
    assertThat(parse("-np", "3", "prog").ranks).isEqualTo(3);
  }

  @Test
  void shouldTakeJvmArgumentsThatLookLikeOptions() {
    parse("--jvm-arg", "-ea", "--jvm-arg=-Xss1m", "--jvm-arg", "--enable-preview", "prog");
    assertThat(run.jvmArguments).containsExactly("-ea", "-Xss1m", "--enable-preview");
    assertThat(run.program).isEqualTo("prog");
  }

  @Test
  void shouldReadSizes() {
    parse("--heap", "128m", "--java-heap=96m", "--budget", "1g", "--ring=64k", "prog");
    assertThat(run.javaHeap).isEqualTo(96L << 20);
    assertThat(run.environment())
        .containsEntry("WEFT_HEAP", "134217728")
        .containsEntry("WEFT_BUDGET", "1073741824")
        .containsEntry("WEFT_RING", "65536");
  }

  private long seed() {
    return Long.parseLong(Objects.requireNonNull(run.environment().get("WEFT_CHECK")));
  }

  @Test
  void shouldTakeASeedOnlyWhereOneStands() {
    parse("--check=7", "prog");
    assertThat(seed()).isEqualTo(7);
    assertThat(run.program).isEqualTo("prog");
    parse("--check", "8", "prog");
    assertThat(seed()).isEqualTo(8);
    parse("--check", "prog", "9");
    assertThat(seed()).isBetween(0L, 999_999L);
    assertThat(run.program).isEqualTo("prog");
    assertThat(run.arguments).containsExactly("9");
    parse("--check=-3", "prog");
    assertThat(seed()).isEqualTo(-3);
    parse("--check", "-n", "2", "prog");
    assertThat(run.ranks).isEqualTo(2);
  }

  @Test
  void shouldKeepRanksApart() {
    RunCommand together = parse("prog", "--apart");
    assertThat(together.environment()).doesNotContainKey("WEFT_APART");
    RunCommand apart = parse("--apart", "prog");
    assertThat(apart.environment()).containsEntry("WEFT_APART", "1");
  }

  @Test
  void shouldGiveEachRankItsShare() {
    List<List<String>> commands = parse("prog", "a", "b").commands(PROGRAM, 2);
    assertThat(commands).hasSize(2);
    assertThat(commands.get(0)).isEqualTo(commands.get(1));
    assertThat(commands.get(0))
        .contains("-Xmx3072m", "-XX:ActiveProcessorCount=2")
        .endsWith("some.Main", "a", "b");
    assertThat(commands.get(0).getFirst()).endsWith("/bin/java");
  }

  private static List<String> rank(Map<String, String> around, String... args) {
    var console = new Console();
    var run = new RunCommand(console.out, console.err, MACHINE, around);
    Main.commandLine("run", run).parseArgs(args);
    return run.commands(PROGRAM, run.ranks == null ? 1 : run.ranks).getFirst();
  }

  @Test
  void shouldShareThisMachineAmongTheHostsOfALab() {
    String hosts = "10.77.0.1,10.77.0.2,10.77.0.3,10.77.0.4";
    assertThat(rank(Map.of("WEFT_LAB_HOSTS", hosts), "--hosts", hosts, "-n", "8", "prog"))
        .contains("-Xmx768m", "-XX:ActiveProcessorCount=1");
  }

  /// Another host may have more memory than this one, or less. A process of Weft there sizes the
  /// JVMs over tcp; `mpirun` starts them as they are.
  @Test
  void shouldLeaveTheSizesToTheHosts() {
    String[] hosts = {"--hosts", "a,b,c,d", "-n", "8", "--transport", "tcp", "prog"};
    assertThat(rank(Map.of(), hosts))
        .noneMatch(it -> it.startsWith("-Xm") || it.startsWith("-XX:Active"));
    hosts[5] = "mpi";
    assertThat(rank(Map.of(), hosts))
        .contains("-XX:MaxRAMPercentage=30.0", "-XX:ActiveProcessorCount=2")
        .noneMatch(it -> it.startsWith("-Xm"));
    assertThat(rank(Map.of(), "--java-heap", "1g", "--hosts", "a", "--transport", "mpi", "prog"))
        .contains("-Xmx1024m");
  }

  @ParameterizedTest
  @CsvSource({
    "8(x8), 64, 7.5", // all are taken
    "'2(x2),1', 4, 30.0", // the first hosts first
    "1(x8), 16, 30.0", // by turns, where ranks may outnumber what was asked for
    "64, 8, 7.5", // one host has room for all
  })
  void shouldShareAHostOfABatchJobAmongItsRanks(String tasks, String ranks, String percent) {
    Map<String, String> batch = Map.of("SLURM_JOB_ID", "7", "SLURM_TASKS_PER_NODE", tasks);
    assertThat(rank(batch, "--transport", "mpi", "-n", ranks, "prog"))
        .contains("-XX:MaxRAMPercentage=" + percent);
    // Of processes that weft starts itself all are here.
    assertThat(rank(batch, "--transport", "shm", "-n", "8", "prog")).contains("-Xmx768m");
  }

  @Test
  void shouldDivideTheMemoryThatSlurmHasGiven() {
    Map<String, String> batch =
        Map.of("SLURM_JOB_ID", "7", "SLURM_TASKS_PER_NODE", "8", "SLURM_MEM_PER_NODE", "2048");
    assertThat(rank(batch, "--transport", "mpi", "-n", "8", "prog")).contains("-Xmx153m");
  }

  @Test
  void shouldKeepToThePortsThatAreGiven() {
    assertThat(parse("--ports", "40000-40100", "--transport", "tcp", "prog").environment())
        .containsEntry("WEFT_PORTS", "40000-40100");
  }

  @Test
  void shouldTakeAllRanksForThoseOfOneHostWhereASchedulerDoesNotSay() {
    assertThat(rank(Map.of("PBS_JOBID", "7"), "--transport", "mpi", "-n", "8", "prog"))
        .contains("-XX:MaxRAMPercentage=7.5");
  }

  @Test
  void shouldPutTheProgramBehindWeftOnTheClassPath() {
    List<String> command = parse("prog").commands(PROGRAM, 1).getFirst();
    String classPath = command.get(command.indexOf("-cp") + 1);
    String weft = ClassPaths.join(RankCommand.weftClassPath());
    assertThat(classPath).isEqualTo(weft + ":x.jar");
    assertThat(weft).doesNotContain("picocli").doesNotContain("jackson");
  }

  @Test
  void shouldLetTheUsersOptionsComeLast() {
    List<String> command =
        parse("--java-heap", "128m", "--jvm-arg", "-Xmx1g", "--jvm-arg", "-XX:+UseZGC", "prog")
            .commands(PROGRAM, 1)
            .getFirst();
    assertThat(command).containsSubsequence("-Xmx128m", "-Xmx1g", "-XX:+UseZGC", "-cp");
    assertThat(command).doesNotContain("-XX:+UseSerialGC");
  }

  @Test
  void shouldStopOneRankForTheDebugger() {
    List<List<String>> commands = parse("--debug-rank", "1", "prog").commands(PROGRAM, 3);
    assertThat(commands.get(1)).anyMatch(option -> option.startsWith("-agentlib:jdwp="));
    assertThat(commands.get(0)).noneMatch(option -> option.startsWith("-agentlib"));
    assertThat(commands.get(2)).noneMatch(option -> option.startsWith("-agentlib"));
    assertThat(console.err()).contains("rank 1 waits for a debugger on port ");
  }

  @Test
  void shouldSayWhyRanksAreNotBound() {
    List<List<String>> commands = parse("--bind", "prog").commands(PROGRAM, 5);
    assertThat(commands.getFirst().getFirst()).endsWith("java");
    assertThat(console.err()).contains("Ranks are not bound");
  }

  @ParameterizedTest
  @CsvSource({
    "WEFT_BUDGET, 64x, WEFT_BUDGET is \"64x\"; it must be",
    "WEFT_RING, 0, WEFT_RING is 0; give a size",
    "WEFT_STALL, soon, WEFT_STALL is \"soon\"",
    "WEFT_DEBUG_RANK, 4, no rank 4 to debug among 4",
  })
  void shouldRefuseAWrongVariableBeforeThereAreRanks(String name, String value, String sentence) {
    var around = Map.of(name, value, "WEFT_SIZE", "9", "WEFT_TRANSPORT", "none");
    var wrong = new RunCommand(console.out, console.err, MACHINE, around);
    Main.commandLine("run", wrong).parseArgs("hello");
    assertThatThrownBy(wrong::call)
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void shouldSayThatMpirunTagsLines() {
    var around = Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", "2");
    var rank = new RunCommand(console.out, console.err, MACHINE, around);
    Main.commandLine("run", rank).parseArgs("--print-command", "--tag-output", "hello");
    assertThat(rank.call()).isZero();
    assertThat(console.err()).contains("--tag-output has no effect here");
    assertThat(console.out()).startsWith("exec env ");
  }

  @Test
  void anOptionShouldWinOverAWrongVariable() {
    var around = Map.of("WEFT_BUDGET", "64x");
    var right = new RunCommand(console.out, console.err, MACHINE, around);
    Main.commandLine("run", right).parseArgs("--budget", "64m", "hellp");
    assertThatThrownBy(right::call).hasMessageContaining("Did you mean hello?");
  }

  @ParameterizedTest
  @CsvSource({
    "-n 0 hello, ask for 1 to ",
    "-n 100000 --transport threads hello, ask for 1 to ",
    "-n two hello, is not an int",
    "--debug-rank 2 -n 2 hello, not one of the ranks 0 to 1",
    "--ring 5000 hello, power of two",
    "--budget 1k hello, 65536 or more",
    "--java-heap 1k hello, at least 2m",
    "--heap 0 hello, 0 is not possible; give a size",
    "--ring 0 hello, 0 is not possible; give a size",
    "--ring 2g hello, a power of two from 4096 to 1073741824",
    "--heap 5t hello, registered heap of 5497558138880 bytes is not possible",
    "--check=abc hello, --check=abc has no seed: give a whole number",
    "--check= hello, --check= has no seed",
    "--check=1.5 hello, --check=1.5 has no seed",
    "--stall -1 hello, --stall must be",
    "--transport smh hello, Did you mean shm?",
    "--heap 3q hello, is not a size",
    "hellp, Did you mean hello?",
    "some.Main, --class-path",
    "--class-path /no/such.jar some.Main, /no/such.jar",
    "NoSuch.java, no file NoSuch.java",
    "nosuch.jar, no file nosuch.jar",
    "-n 2, hello  A first check",
  })
  void shouldRefuseInASentence(String args, String sentence) {
    assertThat(console.weft(("run " + args).split(" "))).isEqualTo(2);
    assertThat(console.err()).startsWith("weft: ").contains(sentence).doesNotContain("\tat ");
    assertThat(console.out()).isEmpty();
  }
}
