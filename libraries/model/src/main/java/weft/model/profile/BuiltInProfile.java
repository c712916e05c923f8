// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import weft.model.Platform;

/// The profiles that come along. They are of no particular machine.
public enum BuiltInProfile {
  /// One host of 16 cores.
  ONE_HOST("one-host"),

  /// Hosts of 16 cores, connected at 25 Gb/s.
  RACK("rack");

  private final String word;

  BuiltInProfile(String word) {
    this.word = word;
  }

  /// Its name on the command line.
  public String word() {
    return word;
  }

  /// The platform that it describes.
  public Platform platform() {
    String name = word + ".txt";
    try (InputStream in = BuiltInProfile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the profile " + name + " is missing from weft-model");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return ProfileText.parse("the profile " + word, text.lines().toList()).platform();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
