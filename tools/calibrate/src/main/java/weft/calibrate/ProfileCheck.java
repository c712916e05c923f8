// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;
import weft.cli.doctor.Check;
import weft.cli.profile.UserProfile;
import weft.model.profile.Profile;

/// The check of `weft doctor` for the profile of this machine.
final class ProfileCheck {
  private static final String NAME = "profile";

  private ProfileCheck() {}

  static Check here() {
    @Nullable Profile profile;
    try {
      profile = UserProfile.find();
    } catch (CommandException e) {
      return Check.of(
          NAME,
          Check.State.ADVICE,
          "cannot be used: " + e.getMessage(),
          "weft calibrate makes one.");
    }
    if (profile == null) {
      return Check.ok(
          NAME, "none; weft calibrate measures this machine", Map.of("calibrated", false));
    }
    Map<String, String> before = profile.differences(UserProfile.environment());
    return Check.ok(
            NAME,
            "measured " + profile.measured() + ", " + UserProfile.path(),
            Map.of("calibrated", true))
        .adviceIf(
            !before.isEmpty(), "It is of another machine: " + text(before) + " Calibrate again.");
  }

  /// What has changed since a profile was measured, as sentences.
  static String text(Map<String, String> before) {
    Map<String, String> here = UserProfile.environment();
    var text = new StringBuilder();
    before.forEach((name, value) ->
        text.append("%s was %s and is %s. ".formatted(name, value, here.get(name))));
    return text.toString().strip();
  }
}
