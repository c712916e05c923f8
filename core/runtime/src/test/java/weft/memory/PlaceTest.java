// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Places for memory, and whether they take a file.
final class PlaceTest {
  @TempDir Path folder;

  private static Place at(Path directory) {
    return Place.shared(Map.of(Place.VARIABLE, directory.toString()));
  }

  @Test
  void aPlaceThatTakesAFileIsAsItWasAndKeepsNothing() {
    Place place = at(folder);
    assertThat(place.free()).isPositive();
    assertThat(place.tried()).isEqualTo(place);
    assertThat(place.state()).startsWith(folder + " has ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPlaceThatIsNotThereHasNothing() {
    Place place = at(folder.resolve("none"));
    assertThat(place.free()).isZero();
    assertThat(place.tried().state()).isEqualTo(folder.resolve("none") + " is not there");
  }

  @Test
  void aPlaceThatTakesNoFileHasNothing() {
    // Root may write there by its permissions, and yet no file can be created.
    var place = new Place(Path.of("/proc/self").toFile(), 1 << 20);
    assertThat(place.tried().free()).isZero();
  }

  @Test
  void anEmptyVariableNamesNoPlace() {
    assertThat(Place.isGiven(Map.of(Place.VARIABLE, ""))).isFalse();
    assertThat(Place.shared(Map.of(Place.VARIABLE, "")))
        .extracting(Place::directory)
        .isEqualTo(Place.shared(Map.of()).directory());
  }
}
