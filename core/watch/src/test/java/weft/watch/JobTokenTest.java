// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.WeftException;
import weft.transport.job.UserSecret;

/// The token of ranks whose launcher gave none. Here ranks are threads, and hosts are names.
final class JobTokenTest {
  private static final int SIZE = 3;

  @TempDir Path folder;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> sent = new CopyOnWriteArrayList<>();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private Map<String, String> home(String name) {
    return Map.of("XDG_CONFIG_HOME", folder.resolve(name).toString());
  }

  private Map<String, String> secret(String name) throws Exception {
    assertThat(UserSecret.make(home(name))).isTrue();
    return home(name);
  }

  private List<Future<String>> agree(String[] hosts, List<Map<String, String>> environments)
      throws IOException {
    var exchange = new SharedAllGather(SIZE);
    var peers = new Peer[SIZE];
    var numbers = new String[SIZE];
    for (int rank = 0; rank < SIZE; rank++) {
      peers[rank] = new Peer(rank, rank + 1, hosts[rank], hosts[rank], "");
      numbers[rank] = JobToken.number(environments.get(rank));
    }
    var ranks = new ArrayList<Future<String>>();
    for (int rank = 0; rank < SIZE; rank++) {
      AllGather own = exchange.of(rank);
      var steps =
          new CommonSteps(
              rank,
              mine -> {
                sent.add(new String(mine, StandardCharsets.UTF_8));
                return own.allGather(mine);
              });
      Map<String, String> environment = environments.get(rank);
      ranks.add(threads.submit(() -> JobToken.agree(numbers, peers, environment, steps)));
    }
    return ranks;
  }

  private static String same(List<Future<String>> ranks) throws Exception {
    for (Future<String> each : ranks) {
      assertThat(each.get()).isEqualTo(ranks.getFirst().get());
    }
    return ranks.getFirst().get();
  }

  @Test
  void aTokenThatAllHaveIsIt() throws Exception {
    var given = Map.of("WEFT_TOKEN", "given");
    assertThat(same(agree(new String[] {"a", "b", "b"}, List.of(given, given, given))))
        .isEqualTo("given");
    assertThat(sent).isEmpty();
  }

  @Test
  void onOneHostNothingMustBeGiven() throws Exception {
    List<Map<String, String>> none = List.of(Map.of(), Map.of(), Map.of());
    String token = same(agree(new String[] {"a", "a", "a"}, none));
    assertThat(token).hasSize(32);
    assertThat(same(agree(new String[] {"a", "a", "a"}, none))).isNotEqualTo(token);
  }

  @Test
  void onSeveralHostsItFollowsFromTheSecretAndIsNotSent() throws Exception {
    Map<String, String> user = secret("user");
    String[] hosts = {"a", "b", "b"};
    String token = same(agree(hosts, List.of(user, user, user)));
    assertThat(token).hasSize(64);
    assertThat(sent).hasSize(SIZE).noneMatch(it -> it.contains(token));
    assertThat(same(agree(hosts, List.of(user, user, user)))).isNotEqualTo(token);
  }

  private void assertAllSay(List<Future<String>> ranks, String... parts) {
    for (Future<String> each : ranks) {
      assertThatThrownBy(each::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(WeftException.class)
          .hasMessageContainingAll(parts);
    }
  }

  @Test
  void withoutASecretItIsAskedFor() throws Exception {
    Map<String, String> user = secret("user");
    assertAllSay(
        agree(new String[] {"a", "a", "b"}, List.of(user, user, home("none"))),
        "there is none in " + folder.resolve("none"),
        "run `weft token` once",
        "WEFT_TOKEN");
  }

  /// `mpirun` of Open MPI hands variables to its own host alone.
  @Test
  void whereOnlySomeHaveATokenTheSecretDecides() throws Exception {
    Map<String, String> given =
        Map.of("WEFT_TOKEN", "given", "XDG_CONFIG_HOME", folder.resolve("none").toString());
    assertAllSay(
        agree(new String[] {"a", "b", "b"}, List.of(given, home("none"), home("none"))),
        "run `weft token` once");
  }

  @Test
  void differentSecretsAreNamed() throws Exception {
    Map<String, String> one = secret("one");
    assertAllSay(
        agree(new String[] {"a", "a", "b"}, List.of(one, one, secret("other"))),
        "host a and host b have different secrets");
  }
}
