// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import weft.apps.common.BadInputException;
import weft.collective.Group;
import weft.files.FileException;
import weft.files.InputFile;

/// Points with complex values.
///
/// @param places x, y and z of each
/// @param values real and imaginary part of each
@SuppressWarnings("ArrayRecordComponent") // never compared
record WavePoints(double[] places, double[] values) {
  private static final int MOST = 100_000_000;
  private static final Pattern SEPARATOR = Pattern.compile("\\s*[,;]\\s*|\\s+");

  /// Random points on the sphere of radius 1, or in the cube of side 1.
  static WavePoints random(boolean isSphere, int count, long seed) {
    var random = new SplittableRandom(seed);
    var points = new WavePoints(new double[3 * count], new double[2 * count]);
    for (int i = 0; i < count; i++) {
      double z = random.nextDouble(-1, 1);
      double phi = random.nextDouble(2 * Math.PI);
      double radius = Math.sqrt(1 - z * z);
      for (int axis = 0; axis < 3; axis++) {
        points.places[3 * i + axis] =
            !isSphere
                ? random.nextDouble()
                : axis == 0 ? radius * Math.cos(phi) : axis == 1 ? radius * Math.sin(phi) : z;
      }
      points.values[2 * i] = random.nextDouble(-1, 1);
      points.values[2 * i + 1] = random.nextDouble(-1, 1);
    }
    return points;
  }

  /// Reads points. Comments begin with #, and the first other line may be a heading.
  ///
  /// @throws BadInputException if the file cannot be read
  static WavePoints read(Path file) {
    var places = new double[3 * 1024];
    var values = new double[2 * 1024];
    int count = 0;
    int number = 0;
    boolean isFirst = true;
    try (InputStream in = InputFile.openStream(file);
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        String text = (number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line).strip();
        if (text.isEmpty() || text.charAt(0) == '#') {
          continue;
        }
        boolean isHeading = isFirst && Character.isLetter(text.replace("\"", "").charAt(0));
        isFirst = false;
        if (isHeading) {
          continue;
        }
        double[] each = numbers(file, number, text);
        if (3 * count == places.length) {
          if (count > MOST / 2) {
            throw new BadInputException("--points " + file + " has more than 100 million points");
          }
          places = Arrays.copyOf(places, 2 * places.length);
          values = Arrays.copyOf(values, 2 * values.length);
        }
        System.arraycopy(each, 0, places, 3 * count, 3);
        values[2 * count] = each.length == 3 ? 1 : each[3];
        values[2 * count + 1] = each.length == 3 ? 0 : each[4];
        count++;
      }
    } catch (IOException e) {
      throw new BadInputException("--points " + FileException.notRead(file, e).getMessage(), e);
    }
    if (count == 0) {
      throw new BadInputException("--points " + file + " has no point; write x,y,z on each line");
    }
    return new WavePoints(Arrays.copyOf(places, 3 * count), Arrays.copyOf(values, 2 * count));
  }

  private static double[] numbers(Path file, int line, String text) {
    String[] parts = SEPARATOR.split(text);
    var numbers = new double[parts.length];
    try {
      Arrays.setAll(numbers, i -> Double.parseDouble(parts[i]));
    } catch (NumberFormatException e) {
      numbers = new double[0];
    }
    boolean isWhole = numbers.length == 3 || numbers.length == 5;
    if (!isWhole || !Arrays.stream(numbers).allMatch(x -> Math.abs(x) < 1e100)) {
      throw new BadInputException(
          "--points " + file + ", line " + line + ": there are not three numbers x,y,z or five");
    }
    return numbers;
  }

  /// The points of rank 0 on all ranks. Collective.
  ///
  /// @param mine the points at rank 0; ignored elsewhere
  static WavePoints everywhere(Group group, WavePoints mine) {
    long[] size = {mine.places.length / 3};
    group.broadcast(0, size);
    int count = (int) size[0];
    boolean isRoot = group.rank() == 0;
    var all =
        new WavePoints(
            isRoot ? mine.places : new double[3 * count],
            isRoot ? mine.values : new double[2 * count]);
    group.broadcast(0, all.places);
    group.broadcast(0, all.values);
    return all;
  }

  int size() {
    return places.length / 3;
  }

  /// The longest side of the box around the points.
  double longest() {
    double longest = 0;
    for (int axis = 0; axis < 3; axis++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int i = axis; i < places.length; i += 3) {
        least = Math.min(least, places[i]);
        most = Math.max(most, places[i]);
      }
      longest = Math.max(longest, most - least);
    }
    return longest;
  }
}
