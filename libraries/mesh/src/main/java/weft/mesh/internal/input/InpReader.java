// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads .inp of Abaqus and CalculiX, of one part: nodes, tets, shells, sets of elements and
/// surfaces of their sides. [InpSets] says which set is the material of a tet. Of curved elements
/// the corners are taken.
public final class InpReader implements MeshReader {
  @Override
  public void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException {
    new Reading(in, out).lines();
  }

  private static final class Reading {
    private static final Pattern TET = Pattern.compile("(?:C|DC|AC|FC|EC)3D(4|10).*");
    private static final Pattern FACE =
        Pattern.compile("(?:S|DS|STRI|CPS|CPE|CPEG|CAX|M3D|DC2D|R3D|SFM3D)(3|4|6|8)(?:5|R.*|T.*|)");
    private static final Pattern NODES = Pattern.compile("[A-Z]+3D(\\d+).*");

    private final FileBytes in;
    private final ContentBuilder out;
    private final MshNodes nodes = new MshNodes();
    private final InpSets sets;

    /// The keyword at hand, with its parameters.
    private String keyword = "";

    private Map<String, String> parameters = Map.of();
    private int parts;
    private int partOfNodes;
    private int instances;
    private boolean inInstance;
    private boolean inAssembly;
    private int points;

    Reading(FileBytes in, ContentBuilder out) {
      this.in = in;
      this.out = out;
      sets = new InpSets(in);
    }

    private void lines() throws WrongFileException, FileEndedException {
      while (!in.atEnd()) {
        String line = in.restOfLineHere();
        if (line.startsWith("*") && !line.startsWith("**")) {
          begin(line);
        } else if (!line.isEmpty() && !line.startsWith("**")) {
          data(line);
        }
        in.nextLine();
      }
      if (points == 0) {
        throw in.wrong(
            keyword.isEmpty()
                ? "the file has no keyword such as *NODE, so it is no .inp of Abaqus or CalculiX;"
                    + " if it is one of AVS (UCD), convert it"
                : "the file has no *NODE with nodes");
      }
      sets.addTo(out);
    }

    private void begin(String first) throws WrongFileException {
      String line = first;
      while (line.endsWith(",") && !in.atEnd()) {
        in.nextLine();
        line += in.restOfLineHere();
      }
      String[] words = line.split(",");
      keyword = words[0].substring(1).strip().replaceAll("\\s+", " ").toUpperCase(Locale.ROOT);
      parameters = new HashMap<>();
      for (int i = 1; i < words.length; i++) {
        String[] pair = words[i].split("=", 2);
        parameters.put(
            pair[0].strip().toUpperCase(Locale.ROOT),
            pair.length > 1 ? pair[1].strip().replaceAll("^\"|\"$", "") : "");
      }
      switch (keyword) {
        case "INCLUDE" ->
            throw in.wrong(
                "the file includes another one, "
                    + FileBytes.shown(parameter("INPUT"))
                    + "; if that has the mesh, name it, with the ending .inp; or put its lines"
                    + " here");
        case "NGEN", "NCOPY", "NFILL", "NMAP", "ELGEN", "ELCOPY", "SYSTEM" ->
            throw in.wrong("*" + keyword + " makes or moves nodes or elements, and is not read");
        case "PART" -> parts++;
        case "INSTANCE" -> {
          inInstance = true;
          instances++;
          if (instances > 1) {
            throw in.wrong("there are several instances; save the mesh of each in its own file");
          }
        }
        case "END INSTANCE" -> inInstance = false;
        case "ASSEMBLY" -> inAssembly = true;
        case "END ASSEMBLY" -> inAssembly = false;
        case "ELSET" -> sets.begin(parameter("ELSET"), parameters.containsKey("INTERNAL"));
        case "SURFACE" ->
            sets.surface(
                parameter("NAME"), parameters.getOrDefault("TYPE", "ELEMENT").equals("ELEMENT"));
        case "SOLID SECTION", "SHELL SECTION" -> sets.section(parameter("ELSET"));
        default -> {}
      }
    }

    private String parameter(String name) {
      return parameters.getOrDefault(name, "");
    }

    private void data(String line) throws WrongFileException, FileEndedException {
      switch (keyword) {
        case "NODE" -> {
          if (!inAssembly || inInstance) {
            node(line.split(","));
          }
        }
        case "ELEMENT" -> {
          if (!inAssembly || inInstance) {
            element(line);
          }
        }
        case "ELSET" -> sets.members(line.split(","), parameters.containsKey("GENERATE"));
        case "SURFACE" -> sets.side(line.split(","));
        case "INSTANCE" ->
            out.remark(
                "The file moves its part to another place; the mesh was read where the part is.");
        default -> {}
      }
    }

    private void node(String[] fields) throws WrongFileException {
      if (points == 0) {
        partOfNodes = parts;
      } else if (parts != partOfNodes) {
        throw in.wrong("there are several parts; save the mesh of each in its own file");
      }
      String system = parameters.getOrDefault("SYSTEM", "R");
      if (!system.equalsIgnoreCase("R")) {
        throw in.wrong("the nodes have coordinates of the system " + system + "; give x, y, z");
      }
      if (fields.length < 2) {
        throw in.wrong("a node has a number and coordinates");
      }
      nodes.put(in.whole(fields[0].strip()), points++, in);
      double[] x = new double[3];
      for (int k = 0; k < 3 && k + 1 < fields.length; k++) {
        String word = fields[k + 1].strip();
        x[k] = word.isEmpty() ? 0 : in.real(word.replace('D', 'E').replace('d', 'e'));
      }
      out.point(x[0], x[1], x[2]);
    }

    private void element(String first) throws WrongFileException, FileEndedException {
      String type = parameter("TYPE").toUpperCase(Locale.ROOT);
      Matcher tet = TET.matcher(type);
      Matcher face = FACE.matcher(type);
      int corners = tet.matches() ? 4 : face.matches() ? Integer.parseInt(face.group(1)) : 0;
      int width = corners;
      if (corners == 4 && tet.matches()) {
        width = Integer.parseInt(tet.group(1));
      } else if (corners > 4) {
        corners /= 2;
      }
      List<String> fields = new ArrayList<>();
      boolean more = append(fields, first);
      while (fields.size() < width + 1 || width == 0 && more) {
        in.nextLine();
        if (in.atEnd()) {
          throw new FileEndedException("the nodes of an element");
        }
        String line = in.restOfLineHere();
        if (line.startsWith("*")) {
          throw in.wrong("an element of type " + type + " has too few nodes");
        }
        more = append(fields, line);
      }
      long number = in.whole(fields.get(0));
      int[] used = new int[width];
      for (int k = 0; k < width; k++) {
        used[k] = nodes.index(in.whole(fields.get(k + 1)), in);
      }
      if (width == 0) {
        Matcher any = NODES.matcher(type);
        if (any.matches() && any.group(1).length() < 4 && Integer.parseInt(any.group(1)) > 4) {
          out.foreign("an element " + type);
        }
        return;
      }
      boolean isTet = tet.matches();
      out.uses(used, isTet ? 4 : corners, width);
      if (!isTet && width > corners) {
        out.curved();
      }
      if (!isTet && corners > 3) {
        out.foreign("an element " + type);
      }
      sets.element(number, used, isTet ? 0 : corners, parameter("ELSET"));
    }

    /// Adds the fields of a line. Returns whether it ends with a comma.
    private static boolean append(List<String> fields, String line) {
      for (String each : line.split(",")) {
        if (!each.isBlank()) {
          fields.add(each.strip());
        }
      }
      return line.endsWith(",");
    }
  }
}
