// SPDX-License-Identifier: Apache-2.0
package weft.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// The BOM has no parent, so nothing but this test keeps it in step with the reactor.
final class BomTest {
  @Test
  void namesExactlyThePublishedModules() throws Exception {
    Document root = parse(ProjectTree.root().resolve("pom.xml"));
    var published = new TreeSet<String>();
    for (String module : texts(root.getElementsByTagName("module"))) {
      Document pom = parse(ProjectTree.root().resolve(module).resolve("pom.xml"));
      boolean kept = texts(pom.getElementsByTagName("maven.deploy.skip")).contains("true");
      if (!kept && !module.equals("tools/bom")) {
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
