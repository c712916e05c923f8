// SPDX-License-Identifier: Apache-2.0
package weft.cli.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;
import weft.cli.Machine;
import weft.files.FileException;
import weft.files.InputFile;
import weft.files.OutputFile;
import weft.model.ModelException;
import weft.model.measured.Figure;
import weft.model.profile.Profile;
import weft.model.profile.ProfileText;
import weft.transport.job.Proc;
import weft.transport.job.UserFolder;

/// The profile of this machine in the user's folder, which `weft calibrate` writes.
public final class UserProfile {
  private static final int LARGEST = 1 << 24;

  /// An interval of more than this part of its time is wide.
  public static final double WIDE = 0.1;

  /// The part of wide intervals from which a calibration was noisy.
  private static final double NOISY = 0.1;

  private UserProfile() {}

  /// Where it is: `weft/profile` in the user's folder for configuration.
  public static Path path() {
    return UserFolder.configuration(System.getenv()).resolve("profile");
  }

  /// The profile, or null if this machine was never calibrated.
  ///
  /// @throws CommandException if it is of another version, or damaged
  public static @Nullable Profile find() {
    Path path = path();
    return Files.isRegularFile(path) ? read(path) : null;
  }

  /// Reads the profile in a file.
  ///
  /// @throws CommandException if that is not possible
  public static Profile read(Path file) {
    try {
      return ProfileText.parse(file.toString(), InputFile.lines(file, LARGEST));
    } catch (FileException e) {
      throw CommandException.usage(
          "The profile %s cannot be read: %s. The profiles that come along are one-host and rack."
              .formatted(file, e.reason()));
    } catch (ModelException e) {
      throw CommandException.usage(e.getMessage() + ".");
    }
  }

  /// What a profile depends on, as it is here: processor, cores, JDK, system.
  public static Map<String, String> environment() {
    Map<String, String> here = new LinkedHashMap<>();
    String model = Proc.field(Path.of("/proc/cpuinfo"), "model name").replaceFirst("^: *", "");
    here.put("processor", model.isEmpty() ? System.getProperty("os.arch") : model);
    here.put("cores", Integer.toString(Machine.here().cores()));
    here.put("jdk", Runtime.version().toString());
    here.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    return here;
  }

  /// What has changed since a profile was measured, as sentences.
  ///
  /// @param before by name, what was
  public static String changes(Map<String, String> before) {
    Map<String, String> here = environment();
    var text = new StringBuilder();
    before.forEach((name, value) ->
        text.append("%s was %s and is %s. ".formatted(name, value, here.get(name))));
    return text.toString().strip();
  }

  /// Sentences about a profile that may be wrong here: of another machine, or measured beside other
  /// work. Empty if nothing is known against it.
  public static List<String> doubts(Profile profile) {
    List<String> found = new ArrayList<>();
    Map<String, String> before = profile.differences(environment());
    if (!before.isEmpty()) {
      found.add(
          "The profile %s is of another machine: %s Calibrate again."
              .formatted(profile.source(), changes(before)));
    }
    List<Figure> cells = profile.usual().cells();
    long wide = cells.stream().filter(each -> each.width() > WIDE).count();
    if (wide > cells.size() * NOISY) {
      found.add(
          "The profile %s was measured while the machine was noisy: %d of its %d times are known to no better than %.0f %%. Calibrate again when it has nothing else to do."
              .formatted(profile.source(), wide, cells.size(), 100 * WIDE));
    }
    return found;
  }

  /// Fails if a profile could not be written to `file`. Called before minutes of measuring.
  public static void checkTarget(Path file) {
    try {
      makeFolder(file);
      OutputFile.check(file);
    } catch (FileException e) {
      throw CommandException.usage("The profile " + e.getMessage() + ".");
    }
  }

  /// Writes a profile.
  public static void write(Path file, Profile profile) {
    try {
      makeFolder(file);
      OutputFile.write(file, String.join("\n", ProfileText.lines(profile)) + "\n");
    } catch (FileException e) {
      throw CommandException.failure("The profile " + e.getMessage() + ".");
    }
  }

  private static void makeFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder != null) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw CommandException.usage(
          "The folder of the profile %s cannot be made: %s.".formatted(file, e.getMessage()));
    }
  }
}
