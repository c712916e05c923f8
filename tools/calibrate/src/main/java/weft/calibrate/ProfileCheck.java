// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.util.List;
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
    List<String> doubts = UserProfile.doubts(profile);
    return Check.ok(
            NAME,
            "measured " + profile.measured() + ", " + UserProfile.path(),
            Map.of("calibrated", true))
        .adviceIf(!doubts.isEmpty(), String.join(" ", doubts));
  }
}
