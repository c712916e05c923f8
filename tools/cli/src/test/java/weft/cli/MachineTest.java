// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The kernel's files are real ones, written into a folder that stands for the root.
class MachineTest {
  private static final long GIB = 1L << 30;

  @TempDir Path root;

  @BeforeEach
  void writeAnEightCoreMachine() throws IOException {
    write("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-3,8-11\nMems_allowed_list:\t0\n");
    write("proc/meminfo", "MemTotal:       16777216 kB\nMemFree:  100 kB\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void shouldReadAMachineWithoutLimits() throws IOException {
    write("proc/self/cgroup", "0::/user.slice\n");
    var machine = Machine.read(root);
    assertThat(machine.cpus()).containsExactly(0, 1, 2, 3, 8, 9, 10, 11);
    assertThat(machine.cores()).isEqualTo(8);
    assertThat(machine.memory()).isEqualTo(16 * GIB);
    assertThat(machine.limited()).isFalse();
  }

  @Test
  void shouldTakeTheTightestGroupOfVersion2() throws IOException {
    write("proc/self/cgroup", "0::/a/b\n");
    write("sys/fs/cgroup/a/memory.max", "1073741824\n");
    write("sys/fs/cgroup/a/cpu.max", "max 100000\n");
    write("sys/fs/cgroup/a/b/memory.max", "max\n");
    write("sys/fs/cgroup/a/b/cpu.max", "250000 100000\n");
    var machine = Machine.read(root);
    assertThat(machine.memory()).isEqualTo(GIB);
    assertThat(machine.limited()).isTrue();
    assertThat(machine.cores()).isEqualTo(3);
  }

  @Test
  void shouldReadAContainerThatSeesItsGroupAtTheTop() throws IOException {
    write("proc/self/cgroup", "0::/docker/4711\n");
    write("sys/fs/cgroup/memory.max", "2147483648\n");
    assertThat(Machine.read(root).memory()).isEqualTo(2 * GIB);
  }

  @Test
  void shouldReadGroupsOfVersion1() throws IOException {
    write("proc/self/cgroup", "4:memory:/jobs/x\n2:cpuacct,cpu:/jobs\n0::/\n");
    write("sys/fs/cgroup/memory/jobs/x/memory.limit_in_bytes", "3221225472\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("sys/fs/cgroup/cpu/jobs/cpu.cfs_quota_us", "50000\n");
    write("sys/fs/cgroup/cpu/jobs/cpu.cfs_period_us", "100000\n");
    write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    var machine = Machine.read(root);
    assertThat(machine.memory()).isEqualTo(3 * GIB);
    assertThat(machine.cores()).isEqualTo(1);
  }

  @Test
  void shouldReadThisMachine() {
    var here = Machine.here();
    assertThat(here.cores()).isBetween(1, here.cpus().size());
    assertThat(here.memory()).isGreaterThan(64L << 20);
  }
}
