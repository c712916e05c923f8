// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// The elements of an .inp, and their sets. As an element may be in many sets, one rule decides
/// what group it has: the set of its section; without one, the smallest set that has it, and of
/// equals the last. Sets that surfaces use, or that are marked as internal, are none.
final class InpSets {
  /// The corners of the sides S1 to S4 of a tet, as seen from outside.
  private static final int[][] SIDE = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

  private static final class Members {
    final String name;
    int[] numbers = new int[16];
    int count;
    boolean internal;

    Members(String name) {
      this.name = name;
    }

    void add(int number) {
      numbers = count == numbers.length ? Arrays.copyOf(numbers, 2 * count) : numbers;
      numbers[count++] = number;
    }
  }

  private final FileBytes in;
  private final MshNodes elements = new MshNodes();

  /// The corners of each element, in its order, and how many; 0 for a tet.
  private final List<int[]> corners = new ArrayList<>();

  private final Members sides = new Members("");
  private final Map<String, Members> sets = new LinkedHashMap<>();
  private final List<String> sections = new ArrayList<>();

  /// Sides of elements: 4 times the element, plus the side.
  private final Map<String, Members> surfaces = new LinkedHashMap<>();

  private @Nullable Members set;
  private @Nullable Members surface;

  InpSets(FileBytes in) {
    this.in = in;
  }

  private Members named(Map<String, Members> all, String name) {
    return all.computeIfAbsent(name.toUpperCase(Locale.ROOT), key -> new Members(name));
  }

  /// Adds an element.
  ///
  /// @param sidesOfFace 0 for a tet
  /// @param setName the set of its card, or an empty text
  void element(long number, int[] nodes, int sidesOfFace, String setName)
      throws WrongFileException {
    if (elements.indexOrNone(number) >= 0) {
      throw in.wrong("there are two elements " + number);
    }
    elements.put(number, corners.size(), in);
    if (!setName.isEmpty()) {
      named(sets, setName).add(corners.size());
    }
    corners.add(nodes);
    sides.add(sidesOfFace);
  }

  /// Begins a set.
  void begin(String name, boolean internal) {
    set = named(sets, name);
    set.internal |= internal;
  }

  /// Notes that a set has a section.
  void section(String name) {
    sections.add(name.toUpperCase(Locale.ROOT));
  }

  /// Begins a surface.
  ///
  /// @param ofElements whether it is one of elements, not of nodes
  void surface(String name, boolean ofElements) {
    surface = ofElements ? named(surfaces, name) : null;
  }

  /// Adds a line of a set.
  void members(String[] fields, boolean generate) throws WrongFileException {
    Members to = set;
    if (to == null) {
      return;
    }
    if (generate) {
      long from = in.whole(fields[0].strip());
      long last = fields.length > 1 ? in.whole(fields[1].strip()) : from;
      long step = fields.length > 2 && !fields[2].isBlank() ? in.whole(fields[2].strip()) : 1;
      if (step < 1 || (last - from) / step > 1L << 28) {
        throw in.wrong("a set from " + from + " to " + last + " by " + step + " cannot be made");
      }
      for (long number = from; number <= last; number += step) {
        addKnown(to, number);
      }
      return;
    }
    for (String field : fields) {
      String word = field.strip();
      if (word.isEmpty()) {
        continue;
      }
      if (word.matches("\\d{1,18}")) {
        addKnown(to, Long.parseLong(word));
      } else {
        Members other = sets.get(word.toUpperCase(Locale.ROOT));
        for (int i = 0; other != null && other != to && i < other.count; i++) {
          to.add(other.numbers[i]);
        }
      }
    }
  }

  private void addKnown(Members to, long number) {
    int element = elements.indexOrNone(number);
    if (element >= 0) {
      to.add(element);
    }
  }

  /// Adds a line of a surface. Sides of shells, and edges, are left out.
  void side(String[] fields) {
    Members to = surface;
    String label = fields.length > 1 ? fields[1].strip().toUpperCase(Locale.ROOT) : "";
    if (to == null || !label.matches("S[1-4]")) {
      return;
    }
    int side = label.charAt(1) - '1';
    String word = fields[0].strip();
    if (word.matches("\\d{1,18}")) {
      int element = elements.indexOrNone(Long.parseLong(word));
      if (element >= 0) {
        addSide(to, element, side);
      }
      return;
    }
    Members members = sets.get(word.toUpperCase(Locale.ROOT));
    if (members != null) {
      members.internal = true;
      for (int i = 0; i < members.count; i++) {
        addSide(to, members.numbers[i], side);
      }
    }
  }

  private void addSide(Members to, int element, int side) {
    if (sides.numbers[element] == 0 && element < 1 << 29) {
      to.add(4 * element + side);
    }
  }

  /// Adds all elements and sides, with their groups.
  void addTo(ContentBuilder out) {
    @Nullable Members[] groupOf = groups();
    Map<String, Integer> materials = new HashMap<>();
    int largest = 0;
    for (int e = 0; e < groupOf.length; e++) {
      Members group = groupOf[e];
      String name = group == null ? "" : group.name;
      if (sides.numbers[e] == 0) {
        Integer known = materials.get(name);
        if (known == null) {
          known = ++largest;
          materials.put(name, known);
        }
        out.material(known, name);
        out.tet(corners.get(e));
      } else {
        if (name.isEmpty()) {
          out.marker(0, "");
        } else {
          out.group(name);
        }
        out.face(corners.get(e), sides.numbers[e]);
      }
    }
    // Of surfaces that overlap the smallest counts.
    List<Members> bySize = new ArrayList<>(surfaces.values());
    bySize.forEach(each -> {
      if (each.count > 0) {
        out.group(each.name);
      }
    });
    bySize.sort(Comparator.comparingInt(each -> each.count));
    Set<Integer> used = new HashSet<>();
    for (Members each : bySize) {
      for (int i = 0; i < each.count; i++) {
        if (used.add(each.numbers[i])) {
          out.group(each.name);
          int[] tet = corners.get(each.numbers[i] / 4);
          int[] side = SIDE[each.numbers[i] % 4];
          out.triangle(tet[side[0]], tet[side[1]], tet[side[2]]);
        }
      }
    }
  }

  private @Nullable Members[] groups() {
    @Nullable Members[] groupOf = new Members[corners.size()];
    for (String name : sections) {
      Members section = sets.get(name);
      for (int i = 0; section != null && i < section.count; i++) {
        int element = section.numbers[i];
        groupOf[element] = groupOf[element] == null ? section : groupOf[element];
      }
    }
    List<Members> bySize = new ArrayList<>(sets.values());
    // The last of equals comes first.
    java.util.Collections.reverse(bySize);
    bySize.removeIf(each -> each.internal);
    bySize.sort(Comparator.comparingInt(each -> each.count));
    for (Members each : bySize) {
      for (int i = 0; i < each.count; i++) {
        int element = each.numbers[i];
        groupOf[element] = groupOf[element] == null ? each : groupOf[element];
      }
    }
    return groupOf;
  }
}
