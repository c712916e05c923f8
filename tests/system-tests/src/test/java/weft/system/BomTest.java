// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// The lists of modules in the BOM, the packed command and these tests. Maven has no one list for
/// them, so this test compares them with the modules of the reactor.
final class BomTest {
  /// The BOM has no parent. Users depend on no program, so it names none.
  @Test
  void namesExactlyThePublishedModules() throws Exception {
    var published = new TreeSet<String>();
    for (String module : modules()) {
      Document pom = pom(module);
      boolean kept = texts(pom.getElementsByTagName("maven.deploy.skip")).contains("true");
      if (!kept && !module.equals("tools/bom") && !module.startsWith("apps/")) {
        published.add(childText(pom.getDocumentElement(), "artifactId"));
      }
    }

    Document bom = parse(ProjectTree.root().resolve("tools/bom/pom.xml"));
    var named = new TreeSet<String>();
    NodeList dependencies = bom.getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      named.add(childText((Element) dependencies.item(i), "artifactId"));
    }
    assertThat(named).isNotEmpty().isEqualTo(published);
  }

  /// A module that no other module needs must be listed, since nothing else brings it.
  @ParameterizedTest
  @ValueSource(strings = {"tools/dist", "tests/system-tests"})
  void aListNamesEveryModuleThatNoOtherBrings(String list) throws Exception {
    var alone = new TreeSet<String>();
    var brought = new TreeSet<String>();
    for (String module : modules()) {
      boolean isList = Set.of("tools/dist", "tools/bom").contains(module);
      if (!isList && module.matches("(core|transports|libraries|tools|apps)/.*")) {
        Document pom = pom(module);
        alone.add(childText(pom.getDocumentElement(), "artifactId"));
        brought.addAll(dependencies(pom));
      }
    }
    alone.removeAll(brought);
    assertThat(alone).contains("weft-bench", "weft-apps-gups").doesNotContain("weft");
    assertThat(dependencies(pom(list))).containsAll(alone);
  }

  /// The modules that a POM depends on beyond its tests; in a module of tests, all of them.
  private static Set<String> dependencies(Document pom) {
    boolean skipsTests =
        !childText(pom.getDocumentElement(), "artifactId").equals("weft-system-tests");
    var names = new TreeSet<String>();
    NodeList dependencies = pom.getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      var dependency = (Element) dependencies.item(i);
      boolean isTest = texts(dependency.getElementsByTagName("scope")).contains("test");
      if (!isTest || !skipsTests) {
        names.add(childText(dependency, "artifactId"));
      }
    }
    return names;
  }

  private static Set<String> modules() throws Exception {
    return texts(pom(".").getElementsByTagName("module"));
  }

  private static Document pom(String module) throws Exception {
    return parse(ProjectTree.root().resolve(module).resolve("pom.xml"));
  }

  @Test
  void hasTheGroupAndVersionOfTheReactor() throws Exception {
    Element root = parse(ProjectTree.root().resolve("pom.xml")).getDocumentElement();
    Element bom = parse(ProjectTree.root().resolve("tools/bom/pom.xml")).getDocumentElement();
    assertThat(childText(bom, "groupId")).isEqualTo(childText(root, "groupId"));
    assertThat(childText(bom, "version")).isEqualTo(childText(root, "version"));
  }

  private static Document parse(Path file) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
  }

  private static Set<String> texts(NodeList nodes) {
    var texts = new TreeSet<String>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent().strip());
    }
    return texts;
  }

  private static String childText(Element parent, String name) {
    for (var child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child.getNodeName().equals(name)) {
        return child.getTextContent().strip();
      }
    }
    throw new AssertionError("no <" + name + "> in " + parent.getNodeName());
  }
}
