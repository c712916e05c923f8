// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.apps.common.BadInputException;

/// A scene from pictures. In the picture of the displacement, black is 0 and white is 1. In the
/// picture of the speed, black is a wall and white is full speed. Walls stay at 0 even if the
/// picture is not black there.
record PictureScene(Picture picture, @Nullable Picture speeds) implements Scene {
  /// Reads the pictures that the options name, and scales them if the options give another size.
  ///
  /// @throws BadInputException if a picture cannot be read, or the two have different sizes
  static PictureScene read(WaveOptions options) {
    Path input = options.input();
    Picture picture =
        input == null ? Picture.of(MakePictures.word()) : Picture.read("picture", input);
    Picture speeds = input == null ? Picture.of(MakePictures.speed()) : null;
    if (options.speed() != null) {
      speeds = Picture.read("speed map", options.speed());
      if (speeds.width() != picture.width() || speeds.height() != picture.height()) {
        throw new BadInputException(
            "the speed map %s is %d x %d, but the picture %s is %d x %d; make them the same size"
                .formatted(
                    options.speed(),
                    speeds.width(),
                    speeds.height(),
                    input,
                    picture.width(),
                    picture.height()));
      }
    }
    WaveOptions.Size size = options.size();
    if (size == null) {
      return new PictureScene(picture, speeds);
    }
    return new PictureScene(
        picture.resized(size.width(), size.height()),
        speeds == null ? null : speeds.resized(size.width(), size.height()));
  }

  @Override
  public int width() {
    return picture.width();
  }

  @Override
  public int height() {
    return picture.height();
  }

  @Override
  public double displacement(int x, int y) {
    return speed(x, y) == 0 ? 0 : picture.level(x, y);
  }

  @Override
  public double speed(int x, int y) {
    return speeds == null ? 1 : speeds.level(x, y);
  }

  @Override
  public boolean uniform() {
    return speeds == null;
  }
}
