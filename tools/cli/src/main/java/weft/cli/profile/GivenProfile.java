// SPDX-License-Identifier: Apache-2.0
package weft.cli.profile;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;
import weft.collective.schedule.Choices;
import weft.files.FileException;
import weft.files.InputFile;
import weft.model.profile.GivenPlatform;
import weft.model.profile.Profile;
import weft.transport.JobVariables;

/// What the launcher gives all ranks of a job: the parameters of this machine's profile, if there
/// is one, and a table of choices. That is the file that `WEFT_CHOICES` names, else the table of
/// the profile, else none.
public final class GivenProfile {
  /// Names a file with a table of choices.
  private static final String FILE = "WEFT_CHOICES";

  private static final int LARGEST = 1 << 24;

  private GivenProfile() {}

  /// Adds the parameters and the table to the variables of a job.
  ///
  /// @param around the environment of this process
  /// @param isOneHost whether all ranks are on one host
  public static void put(
      Map<String, String> variables,
      Map<String, String> around,
      boolean isOneHost,
      PrintStream err) {
    boolean isApart =
        variables.containsKey(JobVariables.APART) || around.containsKey(JobVariables.APART);
    boolean isShared = isOneHost && !isApart;
    @Nullable Profile profile = find(err);
    if (profile != null) {
      UserProfile.doubts(profile).forEach(each -> err.println("weft: " + each));
      variables.put(GivenPlatform.VARIABLE, GivenPlatform.variable(profile));
    }
    String file = around.get(FILE);
    if (file != null && !file.isEmpty()) {
      put(variables, file, ofFile(file, isShared));
    } else if (profile != null) {
      putTable(variables, profile, isShared, err);
    }
  }

  private static @Nullable Profile find(PrintStream err) {
    try {
      return UserProfile.find();
    } catch (CommandException e) {
      err.println("weft: The profile of this machine is not used: " + e.getMessage());
      return null;
    }
  }

  private static void putTable(
      Map<String, String> variables, Profile profile, boolean isShared, PrintStream err) {
    List<String> lines = profile.choices().get(isShared ? Profile.SHARED : Profile.APART);
    if (lines == null) {
      return;
    }
    try {
      Choices.parse(profile.source(), lines, base(isShared));
    } catch (IllegalArgumentException e) {
      err.println(
          "weft: The table of choices of this machine's profile is not used: "
              + e.getMessage()
              + ".");
      return;
    }
    put(variables, profile.source(), lines);
  }

  private static Choices base(boolean isShared) {
    return isShared ? Choices.builtIn() : Choices.apart();
  }

  private static List<String> ofFile(String file, boolean isShared) {
    try {
      List<String> lines = InputFile.lines(Path.of(file), LARGEST);
      Choices.parse(file, lines, base(isShared));
      return lines;
    } catch (FileException e) {
      throw CommandException.usage(
          "%s names the table of choices %s, which cannot be read: %s."
              .formatted(FILE, file, e.reason()));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(e.getMessage() + ".");
    }
  }

  private static void put(Map<String, String> variables, String name, List<String> lines) {
    List<String> all = new ArrayList<>(List.of("# " + name));
    all.addAll(lines);
    byte[] text = String.join("\n", all).getBytes(StandardCharsets.UTF_8);
    variables.put(JobVariables.CHOICES, Base64.getEncoder().encodeToString(text));
  }
}
