// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import org.jspecify.annotations.Nullable;

/// Receives classes from the compiler in memory, and writes them to a jar on [#close].
final class JarWriter extends ForwardingJavaFileManager<StandardJavaFileManager> {
  private final Path jar;
  private final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();

  JarWriter(StandardJavaFileManager files, Path jar) {
    super(files);
    this.jar = jar;
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String name, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
    String path = name.replace('.', '/') + kind.extension;
    return new SimpleJavaFileObject(URI.create("weft:///" + path), kind) {
      @Override
      public OutputStream openOutputStream() {
        var bytes = new ByteArrayOutputStream();
        classes.put(path, bytes);
        return bytes;
      }
    };
  }

  @Override
  public void close() throws IOException {
    if (!classes.isEmpty()) {
      try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
        zip.setLevel(0);
        for (var entry : classes.entrySet()) {
          zip.putNextEntry(new ZipEntry(entry.getKey()));
          entry.getValue().writeTo(zip);
        }
      }
    }
    super.close();
  }
}
