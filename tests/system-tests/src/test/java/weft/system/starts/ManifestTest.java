// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import weft.system.ProjectTree;

/// The manifest in `examples/kubernetes`, read by the published model of Kubernetes's objects: each
/// field is known where it is, none that is required is missing, and its values fit together.
final class ManifestTest {
  private static final Gson GSON = new Gson();

  private static String manifest() throws IOException {
    return Files.readString(ProjectTree.root().resolve("examples/kubernetes/job.yaml"));
  }

  /// Reads objects of any kind.
  ///
  /// @throws IllegalArgumentException naming the field that is wrong
  private static Map<String, JsonObject> read(String text) throws Exception {
    var objects = new TreeMap<String, JsonObject>();
    var options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    for (Object each : new Yaml(new SafeConstructor(options)).loadAll(text)) {
      JsonElement json = GSON.toJsonTree(each);
      String kind = json.getAsJsonObject().get("kind").getAsString();
      validate(kind, json);
      objects.put(kind, json.getAsJsonObject());
    }
    return objects;
  }

  /// By reflection: the classes have annotations of libraries that are not here, of which the
  /// compiler would warn.
  private static void validate(String kind, JsonElement json) throws Exception {
    try {
      var _ =
          Class.forName("io.kubernetes.client.openapi.models.V1" + kind)
              .getMethod("validateJsonElement", JsonElement.class)
              .invoke(null, json);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof IllegalArgumentException wrong ? wrong : e;
    }
  }

  private static JsonElement at(JsonObject from, String... path) {
    JsonElement at = from;
    for (String name : path) {
      at = at.isJsonArray() ? at.getAsJsonArray().get(0) : at;
      at = at.getAsJsonObject().get(name);
    }
    return at;
  }

  @Test
  void everyFieldIsKnownAndFitsTheOthers() throws Exception {
    Map<String, JsonObject> objects = read(manifest());
    assertThat(objects).containsOnlyKeys("Job", "Service");
    JsonObject job = of(objects, "Job");
    JsonObject service = of(objects, "Service");
    String name = at(job, "metadata", "name").getAsString();
    int size = at(job, "spec", "completions").getAsInt();
    assertThat(at(job, "apiVersion").getAsString()).isEqualTo("batch/v1");
    assertThat(at(job, "spec", "parallelism").getAsInt()).isEqualTo(size);
    assertThat(at(job, "spec", "completionMode").getAsString()).isEqualTo("Indexed");
    assertThat(at(job, "spec", "backoffLimit").getAsInt()).isZero();
    assertThat(at(job, "spec", "template", "spec", "restartPolicy").getAsString())
        .isEqualTo("Never");
    assertThat(at(service, "spec", "clusterIP").getAsString()).isEqualTo("None");
    assertThat(at(service, "spec", "publishNotReadyAddresses").getAsBoolean()).isTrue();
    assertThat(at(service, "spec", "selector", "job-name").getAsString()).isEqualTo(name);
    String subdomain = at(job, "spec", "template", "spec", "subdomain").getAsString();
    assertThat(subdomain).isEqualTo(at(service, "metadata", "name").getAsString());
    Map<String, JsonObject> variables = variables(job);
    assertThat(variables).containsOnlyKeys("WEFT_RANK", "WEFT_SIZE", "WEFT_ADDRESS", "WEFT_TOKEN");
    assertThat(at(of(variables, "WEFT_SIZE"), "value").getAsString()).isEqualTo("" + size);
    assertThat(at(of(variables, "WEFT_ADDRESS"), "value").getAsString())
        .startsWith(name + "-0." + subdomain + ":");
    assertThat(at(of(variables, "WEFT_RANK"), "valueFrom", "fieldRef", "fieldPath").getAsString())
        .contains("batch.kubernetes.io/job-completion-index");
    assertThat(of(variables, "WEFT_TOKEN").has("value")).isFalse();
  }

  private static JsonObject of(Map<String, JsonObject> objects, String name) {
    return Objects.requireNonNull(objects.get(name), name);
  }

  private static Map<String, JsonObject> variables(JsonObject job) {
    var variables = new TreeMap<String, JsonObject>();
    JsonElement all = at(job, "spec", "template", "spec", "containers", "env");
    for (JsonElement each : all.getAsJsonArray()) {
      variables.put(each.getAsJsonObject().get("name").getAsString(), each.getAsJsonObject());
    }
    return variables;
  }

  /// What a reader that skips unknown fields would take.
  @ParameterizedTest
  @CsvSource({
    "completionMode, completionsMode",
    "publishNotReadyAddresses, publishNotReadyAddress",
    "subdomain, subDomain",
    "fieldPath, fieldpath",
    "secretKeyRef, secretRef",
    "'limits:', 'limit:'",
    "'                  key: token', ''",
    "'- name: rank', '- title: rank'"
  })
  void aWrongFieldIsRefused(String right, String wrong) throws Exception {
    String text = manifest();
    assertThat(text).contains(right);
    assertThatThrownBy(() -> read(text.replace(right, wrong == null ? "" : wrong)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("field");
  }

  @Test
  void aFieldThatIsGivenTwiceIsRefused() throws Exception {
    List<String> lines = new ArrayList<>(manifest().lines().toList());
    lines.add(lines.indexOf("  parallelism: 4"), "  parallelism: 5");
    assertThatThrownBy(() -> read(String.join("\n", lines))).hasMessageContaining("parallelism");
  }
}
