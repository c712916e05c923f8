// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import weft.cli.CommandException;

/// Several simulated hosts on one machine, for tests. Each has its own network, name and shared
/// memory. The links between them can be slow, cut, or lost.
///
/// Hosts are numbered from 0 and called h0, h1, …. One more host, `login`, is for launchers. It is
/// at the switch, and uses the machine's shared memory. All hosts see the machine's files and
/// processes, unless they are bare.
///
/// A lab needs root and iproute2; [LabNeeds#obstacle] tells whether it is possible. If the process
/// of a lab is killed, the next lab or `weft lab clean` removes the lab.
///
/// ```
/// try (Lab lab = Lab.open(4, Rate.parse("100mbit"))) {
///   Process job = lab.login(List.of("mpirun", "--host", lab.addressList(), "./a.out")).start();
///   lab.cut(1);
/// }
/// ```
public final class Lab implements AutoCloseable {
  /// The variable with the addresses of the hosts, separated by commas.
  public static final String HOSTS = "WEFT_LAB_HOSTS";

  /// The largest number of hosts.
  public static final int MOST_HOSTS = 64;

  private final LabId id;
  private final int hosts;
  private final LabFiles files;
  private final Network network;
  private final List<Traffic> traffic = Collections.synchronizedList(new ArrayList<>());

  private Lab(LabId id, int hosts) {
    this.id = id;
    this.hosts = hosts;
    this.files = new LabFiles(id);
    this.network = new Network(id, hosts);
  }

  /// Creates a lab of `hosts` hosts, whose links all have the same rate.
  ///
  /// @throws CommandException if no lab is possible here, with the reason
  public static Lab open(int hosts, Rate rate) {
    return open(Collections.nCopies(Math.max(0, hosts), rate));
  }

  /// Creates a lab with one host for each of `rates`, the rate of its link.
  ///
  /// @throws CommandException if no lab is possible here, with the reason
  public static Lab open(List<Rate> rates) {
    if (rates.isEmpty() || rates.size() > MOST_HOSTS) {
      throw CommandException.usage(
          "A lab of "
              + rates.size()
              + " hosts is not possible; a lab has 1 to "
              + MOST_HOSTS
              + ".");
    }
    String obstacle = LabNeeds.quickObstacle();
    if (obstacle != null) {
      throw CommandException.usage(obstacle);
    }
    clean();
    var lab = new Lab(LabId.next(), rates.size());
    try {
      lab.files.create(rates.size(), lab.network.hostsFile());
      lab.network.build(rates);
      return lab;
    } catch (CommandException e) {
      lab.close();
      String deeper = LabNeeds.obstacle();
      throw deeper == null ? e : CommandException.usage(deeper);
    }
  }

  /// Creates a lab of bare hosts: each has a home and temporary files of its own, an sshd, no Weft,
  /// and a bridge as that of containers, whose address is the same on all hosts. `WEFT_SSH` of
  /// [#environment] reaches them.
  ///
  /// @throws CommandException if no such lab is possible here, with the reason
  public static Lab openBare(List<Rate> rates) {
    String obstacle = BareHosts.obstacle();
    if (obstacle != null) {
      throw CommandException.usage(obstacle);
    }
    Lab lab = open(rates);
    try {
      lab.network.addBridges();
      lab.files
          .bare()
          .start(lab.files.on(), IntStream.range(0, lab.hosts).mapToObj(Network::host).toList());
      return lab;
    } catch (CommandException e) {
      lab.close();
      throw e;
    }
  }

  /// The names of the labs of living processes, without labs that are just being created.
  public static List<String> running() {
    return LabFiles.all().stream()
        .filter(LabId::isOwned)
        .filter(id -> new LabFiles(id).hosts() > 0)
        .map(LabId::toString)
        .distinct()
        .sorted()
        .toList();
  }

  /// The names of labs that killed processes left behind.
  public static List<String> stale() {
    return Sweep.stale().stream().map(LabId::toString).toList();
  }

  /// Removes the labs of killed processes with all processes in them; returns the number of removed
  /// labs.
  public static int clean() {
    List<LabId> stale = Sweep.stale();
    stale.forEach(Sweep::remove);
    return stale.size();
  }

  /// Opens a lab of another process, to inspect and change it. Closing it removes the lab.
  ///
  /// @throws CommandException if there is no such lab
  public static Lab of(String name) {
    LabId id = LabId.parse(name);
    int hosts = id == null ? 0 : new LabFiles(id).hosts();
    if (id == null || hosts == 0) {
      throw CommandException.usage("There is no lab " + name + ".");
    }
    return new Lab(id, hosts);
  }

  /// The lab's name: the process that owns it, its start time, and a number.
  public String name() {
    return id.toString();
  }

  /// The number of hosts.
  public int size() {
    return hosts;
  }

  /// The name of a host: `h` and its number.
  public String host(int number) {
    return Network.host(check(number));
  }

  /// The number of a host, given by its name, its address, or its number.
  ///
  /// @throws CommandException if there is no such host
  public int number(String host) {
    return Network.number(host, hosts);
  }

  /// The address of a host.
  public String address(int number) {
    return Network.address(check(number));
  }

  /// The addresses of all hosts, in order.
  public List<String> addresses() {
    return IntStream.range(0, hosts).mapToObj(Network::address).toList();
  }

  /// The addresses separated by commas, as `mpirun --host` and `weft run --hosts` take them.
  public String addressList() {
    return String.join(",", addresses());
  }

  /// The environment that a command needs to reach the hosts: the names and addresses, and the
  /// script that replaces ssh. Other variables are for mpirun of Open MPI 4 and 5 and mpiexec of
  /// MPICH. These then use the script, run as root, and do not bind ranks of several hosts to one
  /// core.
  public Map<String, String> environment() {
    var environment = new LinkedHashMap<String, String>();
    String agent = files.agent().toString();
    environment.put("WEFT_LAB", name());
    environment.put(HOSTS, addressList());
    environment.put("WEFT_LAB_AGENT", agent);
    environment.put("OMPI_MCA_plm_rsh_agent", agent);
    environment.put("PRTE_MCA_plm_ssh_agent", agent);
    for (String launcher : List.of("OMPI", "PRTE")) {
      environment.put(launcher + "_ALLOW_RUN_AS_ROOT", "1");
      environment.put(launcher + "_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
    // The lab removes files that a killed mpirun leaves.
    environment.put("OMPI_MCA_orte_tmpdir_base", files.temporary().toString());
    environment.put("PRTE_MCA_prte_tmpdir_base", files.temporary().toString());
    environment.put("OMPI_MCA_hwloc_base_binding_policy", "none");
    environment.put("PRTE_MCA_hwloc_default_binding_policy", "none");
    environment.put("OMPI_MCA_rmaps_base_oversubscribe", "1");
    environment.put("PRTE_MCA_rmaps_default_mapping_policy", "slot:OVERSUBSCRIBE");
    environment.put("OMPI_MCA_mpi_yield_when_idle", "1");
    environment.put("HYDRA_LAUNCHER", "ssh");
    environment.put("HYDRA_LAUNCHER_EXEC", agent);
    if (files.bare().exist()) {
      environment.put("WEFT_SSH", files.bare().ssh().toString());
    }
    return environment;
  }

  /// Prepares a command on a host, in the caller's folder and environment.
  public ProcessBuilder builder(int host, List<String> command) {
    return enter(host(host), command);
  }

  /// Starts a command on a host.
  public Process exec(int host, String... command) throws IOException {
    return builder(host, List.of(command)).start();
  }

  /// Prepares a command on the login host, with [#environment]: mpirun, or a program that calls it.
  public ProcessBuilder login(List<String> command) {
    ProcessBuilder builder = enter(Network.LOGIN, command);
    builder.environment().putAll(environment());
    return builder;
  }

  /// Prepares a command on a host given by its name, or on `login`.
  public ProcessBuilder on(String host, List<String> command) {
    return host.equals(Network.LOGIN) ? login(command) : builder(number(host), command);
  }

  private ProcessBuilder enter(String host, List<String> command) {
    var all = new ArrayList<>(List.of(files.on().toString(), host));
    all.addAll(command);
    return new ProcessBuilder(all);
  }

  /// Cuts the link of a host: no frame passes any more, and no process is notified.
  public void cut(int host) {
    check(host);
    network.connect(host, false);
  }

  /// Restores the link of a host.
  ///
  /// @throws CommandException if the host was killed
  public void restore(int host) {
    if (!isUp(host)) {
      throw CommandException.usage(
          "Host " + host(host) + " was killed: its link cannot be restored.");
    }
    network.connect(host, true);
  }

  /// Kills a host as a power failure would. All its processes end, and no other process is
  /// notified. Nothing can be started on the host any more.
  public void kill(int host) {
    cut(host); // First, so that no process can send a last message,
    network.silence(host); // and the link does not count one.
    files.down(host(host));
    Processes.kill(id.host(host(host)));
  }

  /// Whether a host was not killed.
  public boolean isUp(int host) {
    return files.isUp(host(host));
  }

  /// Sets the rate of a host's link in each direction.
  public void slow(int host, Rate rate) {
    check(host);
    network.shape(host, rate);
  }

  /// Sends bytes from one host to another until the lab or the returned object is closed.
  public Traffic traffic(int from, int to) {
    return traffic(from, to, 0);
  }

  /// Sends `bytes` bytes from one host to another.
  public Traffic traffic(int from, int to, long bytes) {
    Traffic flowing = Traffic.start(this, check(from), check(to), bytes);
    traffic.add(flowing);
    return flowing;
  }

  /// The traffic on the link of a host.
  public LinkCount count(int host) {
    return Objects.requireNonNull(network.counts().get(host(host)));
  }

  /// The traffic on the links of all hosts, read at one time.
  public List<LinkCount> counts() {
    Map<String, LinkCount> counts = network.counts();
    return IntStream.range(0, hosts)
        .mapToObj(i -> Objects.requireNonNull(counts.get(Network.host(i))))
        .toList();
  }

  /// The traffic of the login host: a launcher's messages and the ranks' output.
  public LinkCount loginCount() {
    return Objects.requireNonNull(network.counts().get(Network.LOGIN));
  }

  /// Bytes that hosts sent to each other: all that they sent, except the bytes that `login`
  /// received.
  public long bytesBetweenHosts() {
    Map<String, LinkCount> counts = network.counts();
    long sent = 0;
    for (Map.Entry<String, LinkCount> count : counts.entrySet()) {
      sent += count.getKey().equals(Network.LOGIN) ? 0 : count.getValue().bytesSent();
    }
    return sent - Objects.requireNonNull(counts.get(Network.LOGIN)).bytesReceived();
  }

  /// Bytes that have crossed the link of a host, in both directions.
  public long bytes(int host) {
    return count(host).bytes();
  }

  /// Packets that have crossed the link of a host, in both directions.
  public long packets(int host) {
    return count(host).packets();
  }

  /// The processes on a host.
  public List<ProcessHandle> processes(int host) {
    return Processes.in(id.host(host(host)));
  }

  private int check(int host) {
    return Objects.checkIndex(host, hosts);
  }

  /// Kills all processes on all hosts and removes everything.
  @Override
  public synchronized void close() {
    traffic.forEach(Traffic::close);
    Sweep.remove(id);
  }
}
