// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import weft.apps.common.BadInputException;
import weft.apps.common.UserFiles;
import weft.collective.Group;
import weft.files.FileException;
import weft.files.InputFile;
import weft.maxwell.ComplexNumber;
import weft.maxwell.FieldSource;
import weft.maxwell.NearField;
import weft.maxwell.Source;
import weft.maxwell.SurfaceCurrents;
import weft.maxwell.Wave;

/// Near fields at the points of a file: the sum of the incident field and that of the currents.
final class NearPoints {
  private static final int MOST = 10_000_000;
  private static final int NUMBERS = 14;

  private static final Pattern SEPARATOR = Pattern.compile("\\s*[,;]\\s*|\\s+");

  private final Group all;
  private final MaxwellOptions options;
  private final PrintStream out;

  NearPoints(Group all, MaxwellOptions options, PrintStream out) {
    this.all = all;
    this.options = options;
    this.out = out;
  }

  /// The points of a file.
  ///
  /// @param places x, y and z of each, in the file's unit
  /// @param lines the number of each point's line
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Read(double[] places, int[] lines) {
    static final Read NONE = new Read(new double[0], new int[0]);
  }

  /// Reads points. Comments begin with #. The first other line may be a heading.
  ///
  /// @throws BadInputException if it cannot be read
  static Read read(Path file) {
    List<double[]> points = new ArrayList<>();
    List<Integer> lines = new ArrayList<>();
    try (InputStream in = InputFile.openStream(file);
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      int number = 0;
      boolean first = true;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        String text = (number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line).strip();
        if (text.isEmpty() || text.charAt(0) == '#') {
          continue;
        }
        if (!first || !isHeading(text)) {
          points.add(point(file, number, text));
          lines.add(number);
        }
        first = false;
        if (points.size() > MOST) {
          throw new BadInputException("--near " + file + " has more than " + MOST + " points");
        }
      }
    } catch (IOException e) {
      throw new BadInputException("--near " + FileException.notRead(file, e).getMessage(), e);
    }
    if (points.isEmpty()) {
      throw new BadInputException("--near " + file + " has no point; write x,y,z on each line");
    }
    return new Read(
        points.stream().flatMapToDouble(Arrays::stream).toArray(),
        lines.stream().mapToInt(Integer::intValue).toArray());
  }

  /// Whether no word of a line is a number, and its first begins with a letter.
  private static boolean isHeading(String text) {
    String[] parts = SEPARATOR.split(text.replace("\"", ""));
    return !parts[0].isEmpty()
        && Character.isLetter(parts[0].charAt(0))
        && Arrays.stream(parts).noneMatch(NearPoints::isNumber);
  }

  private static boolean isNumber(String text) {
    try {
      Double.parseDouble(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static double[] point(Path file, int line, String text) {
    String[] parts = SEPARATOR.split(text);
    double[] point = new double[parts.length];
    try {
      Arrays.setAll(point, i -> MaxwellOptions.number(parts[i]));
    } catch (NumberFormatException e) {
      point = new double[0];
    }
    if (point.length != 3 || !Arrays.stream(point).allMatch(x -> Math.abs(x) < 1e100)) {
      throw new BadInputException(
          "--near " + file + ", line " + line + ": there are not three numbers x,y,z");
    }
    return point;
  }

  /// What is wrong with the first point that is far away or on the metal, at rank 0; null
  /// elsewhere, and if all points are fine. Collective.
  ///
  /// @param read the points at rank 0; ignored elsewhere
  @Nullable String wrong(SurfacePlaces surface, Read read) {
    double[] places = everywhere(read);
    double[] wrong =
        SharedWork.share(
            all,
            places.length / 3,
            1,
            (i, to, at) ->
                to[at] =
                    surface.wrongNear(places[3 * i], places[3 * i + 1], places[3 * i + 2]) == null
                        ? 0
                        : 1);
    if (all.rank() == 0) {
      for (int i = 0; i < wrong.length; i++) {
        if (wrong[i] > 0) {
          long count = Arrays.stream(wrong).filter(each -> each > 0).count();
          return String.format(
              Locale.ROOT,
              "--near %s, line %d: the point %s %s%s",
              options.files().near(),
              read.lines()[i],
              options.shown(Arrays.copyOfRange(places, 3 * i, 3 * i + 3)),
              surface.wrongNear(places[3 * i], places[3 * i + 1], places[3 * i + 2]),
              count > 1 ? String.format(Locale.ROOT, ". So are %,d more", count - 1) : "");
        }
      }
    }
    return null;
  }

  /// The points in metres, at all ranks. Collective.
  private double[] everywhere(Read read) {
    long[] size = {read.places().length};
    all.broadcast(0, size);
    double[] places = all.rank() == 0 ? options.inMetres(read.places()) : new double[(int) size[0]];
    all.broadcast(0, places);
    return places;
  }

  /// Computes the fields of a source, and returns what writes them. Collective.
  ///
  /// @param points at rank 0; ignored elsewhere
  Runnable compute(double frequency, Source source, SurfaceCurrents currents, Read points) {
    double[] places = everywhere(points);
    double k = Wave.number(frequency);
    double[] numbers =
        SharedWork.share(
            all,
            places.length / 3,
            NUMBERS,
            (i, to, at) -> {
              NearField field = currents.near(places[3 * i], places[3 * i + 1], places[3 * i + 2]);
              double[] incident = new double[12];
              if (source instanceof FieldSource known) {
                known.incident(k).at(places[3 * i], places[3 * i + 1], places[3 * i + 2], incident);
              }
              for (int axis = 0; axis < 3; axis++) {
                put(field.electric()[axis], incident, 2 * axis, 1, to, at + 2 * axis);
                put(
                    field.magnetic()[axis],
                    incident,
                    6 + 2 * axis,
                    Wave.IMPEDANCE,
                    to,
                    at + 6 + 2 * axis);
              }
              to[at + 12] = field.tooNear() ? 1 : 0;
              to[at + 13] =
                  currents.basis().encloses(places[3 * i], places[3 * i + 1], places[3 * i + 2])
                      ? 1
                      : 0;
            });
    return () ->
        write(
            Objects.requireNonNull(options.files().nearOut()), frequency, points.places(), numbers);
  }

  /// The sum with an incident field, which is for e^{−iωt}.
  private static void put(
      ComplexNumber radiated, double[] incident, int from, double over, double[] to, int at) {
    to[at] = radiated.re() + incident[from] / over;
    to[at + 1] = radiated.im() - incident[from + 1] / over;
  }

  private void write(Path file, double frequency, double[] places, double[] numbers) {
    int near = 0;
    int inside = 0;
    for (int i = 0; i < places.length / 3; i++) {
      near += numbers[NUMBERS * i + 12] > 0 ? 1 : 0;
      inside += numbers[NUMBERS * i + 13] > 0 ? 1 : 0;
    }
    UserFiles.write(
        file,
        stream -> {
          var text = new StringBuilder();
          text.append("frequency_hz,x_m,y_m,z_m,".replace("_m", "_" + options.unitName()));
          text.append("ex_re_v_per_m,ex_im_v_per_m,ey_re_v_per_m,ey_im_v_per_m,");
          text.append("ez_re_v_per_m,ez_im_v_per_m,hx_re_a_per_m,hx_im_a_per_m,");
          text.append("hy_re_a_per_m,hy_im_a_per_m,hz_re_a_per_m,hz_im_a_per_m,");
          text.append("nearer_than_an_edge\n");
          for (int i = 0; i < places.length / 3; i++) {
            text.append(ResultFiles.number(frequency));
            for (int axis = 0; axis < 3; axis++) {
              text.append(',').append(ResultFiles.number(places[3 * i + axis]));
            }
            for (int n = 0; n < 12; n++) {
              text.append(',').append(ResultFiles.number(numbers[NUMBERS * i + n]));
            }
            text.append(numbers[NUMBERS * i + 12] > 0 ? ",1\n" : ",0\n");
          }
          stream.write(text.toString().getBytes(StandardCharsets.UTF_8));
        });
    out.printf(
        Locale.ROOT,
        "  wrote %s: %,d points in %s, total fields of the first source at %s%n",
        file,
        places.length / 3,
        options.unitName(),
        MaxwellProgram.hertz(frequency));
    if (near > 0) {
      out.printf(
          Locale.ROOT,
          "  note: %,d of them are nearer to the surface than an edge of its triangles, where"
              + " fields are rough; the last column marks them%n",
          near);
    }
    if (inside > 0) {
      out.printf(
          Locale.ROOT,
          "  note: %,d of them are inside a closed body, where there is no field; their unit is"
              + " %s%n",
          inside,
          options.unitName());
    }
  }
}
