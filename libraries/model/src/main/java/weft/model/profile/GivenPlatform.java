// SPDX-License-Identifier: Apache-2.0
package weft.model.profile;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import weft.model.ModelException;
import weft.model.Platform;

/// The parameters of communication that the launcher gives all ranks of a job, so that all choose
/// alike: those of the user's profile, which `weft calibrate` has measured.
public final class GivenPlatform {
  /// The variable of a rank's environment that holds them.
  public static final String VARIABLE = "WEFT_PLATFORM";

  private GivenPlatform() {}

  /// The value of the variable for a profile: the set of its most usual distance, without what it
  /// was measured from.
  public static String variable(Profile profile) {
    Profile.Set usual = profile.usual();
    var bare =
        new Profile(
            profile.source(),
            "",
            Map.of(),
            List.of(new Profile.Set("", 100, usual.platform(), List.of())),
            Map.of());
    String text = String.join("\n", ProfileText.lines(bare));
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /// The platform of a job on so many hosts: the one that the launcher has given, or, if it has
  /// given none or its profile knows no network, the built-in one.
  ///
  /// @param environment the environment of this rank
  /// @throws ModelException if what the launcher has given cannot be read
  public static Platform of(Map<String, String> environment, int hosts) {
    String given = environment.getOrDefault(VARIABLE, "");
    if (!given.isEmpty()) {
      Platform platform = read(given);
      if (platform.channels().size() >= Math.min(2, hosts)) {
        return platform;
      }
    }
    return (hosts == 1 ? BuiltInProfile.ONE_HOST : BuiltInProfile.RACK).platform();
  }

  private static Platform read(String given) {
    String text;
    try {
      text = new String(Base64.getDecoder().decode(given), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ModelException(VARIABLE + " is for the launcher of ranks, and holds no profile");
    }
    return ProfileText.parse(VARIABLE, text.lines().toList()).platform();
  }
}
