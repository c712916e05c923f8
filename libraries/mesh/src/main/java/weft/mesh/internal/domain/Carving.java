// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.mesh.internal.Tets;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.ConstrainedTets;

/// Takes from recovered tets those of the domain: what the outside and the holes reach without
/// crossing a facet is left out. Regions are what facets divide.
public final class Carving {
  private static final int OUTSIDE = -2;
  private static final int UNKNOWN = -1;

  private final Recovery recovery;
  private final Domain domain;
  private final Tets tets;
  private final RecoveryMesh mesh;

  /// Bit f of a tet: its face f is of a facet.
  private final byte[] fixed;

  /// The facets of fixed faces, for each tet and face; made when needed.
  private final Map<Integer, Integer> facetOf = new HashMap<>();

  private final int[] region;

  /// The regions of the domain, in the order of their lowest tets: their number.
  private int regions;

  /// For each region the entry of [Domain#regions] in it, or −1.
  private int[] entryOf = new int[4];

  /// Holes whose points lie outside of the domain already or in an earlier hole, and regions whose
  /// points lie outside or in the region of an earlier one.
  private final List<Integer> idleHoles = new ArrayList<>();

  private final List<Integer> idleRegions = new ArrayList<>();

  private final CarvedTets carved;
  private final List<double[]> turned;

  private final WorkClock clock;

  private Carving(Recovery recovery, WorkClock clock) {
    this.recovery = recovery;
    this.clock = clock;
    domain = recovery.domain;
    mesh = recovery.mesh;
    tets = mesh.kernel.tets;
    fixed = new byte[tets.slots];
    region = new int[tets.slots];
    Arrays.fill(region, UNKNOWN);
    fix();
    floodOutside();
    peel();
    floodRegions();
    carved = new CarvedTets(recovery, fixed, region, this::facetOf, clock);
    turned = Rounding.mend(recovery, carved.out, carved.numbers, clock);
  }

  /// Carves a domain whose facets have all been recovered.
  ///
  /// @throws java.util.concurrent.CancellationException if the clock ends the work
  public static Carving of(Recovery recovery, WorkClock clock) {
    return new Carving(recovery, clock);
  }

  /// The tets of the domain. Vertex `number(point)` is that of a point.
  public ConstrainedTets tets() {
    return carved.out;
  }

  /// The number of regions.
  public int regionCount() {
    return regions;
  }

  /// The entry of [Domain#regions] that is in a region, or −1.
  public int entryOf(int region) {
    return entryOf[region];
  }

  /// The vertex of a point of the domain; 0 if it lies outside.
  public int number(int point) {
    return carved.numbers[point + 1];
  }

  /// Holes that were outside or in another hole.
  public List<Integer> idleHoles() {
    return idleHoles;
  }

  /// Entries of regions that are outside or in a region of another entry.
  public List<Integer> idleRegions() {
    return idleRegions;
  }

  /// The places of tets that rounding turned over.
  public List<double[]> turned() {
    return turned;
  }

  /// The number of facets with no tet of the domain beside them.
  public int looseFacets() {
    return carved.looseFacets;
  }

  private void fix() {
    for (int facet = 0; facet < recovery.faces.length; facet++) {
      clock.check(tets.slots, recovery.faces.length - facet);
      int[] faces = recovery.faces[facet];
      for (int i = 0; i < faces.length; i += 3) {
        int face = mesh.faceOf(faces[i], faces[i + 1], faces[i + 2]);
        int other = tets.link[face];
        fixed[face >> 2] |= (byte) (1 << (face & 3));
        fixed[other >> 2] |= (byte) (1 << (other & 3));
        facetOf.putIfAbsent(Math.min(face, other), facet);
      }
    }
  }

  private int facetOf(int face) {
    Integer facet = facetOf.get(Math.min(face, tets.link[face]));
    return facet == null ? -1 : facet;
  }

  private void flood(int start, int number) {
    int[] stack = new int[256];
    int size = 0;
    stack[size++] = start;
    region[start] = number;
    while (size > 0) {
      clock.check(tets.slots, size);
      int t = stack[--size];
      if (size + 4 > stack.length) {
        stack = Arrays.copyOf(stack, 2 * stack.length);
      }
      for (int f = 0; f < 4; f++) {
        int n = tets.link[4 * t + f] >> 2;
        if ((fixed[t] >> f & 1) == 0 && region[n] == UNKNOWN) {
          region[n] = number;
          stack[size++] = n;
        }
      }
    }
  }

  private void floodOutside() {
    for (int t = 0; t < tets.slots; t++) {
      if (tets.state[t] == Tets.LIVE && tets.isGhost(t) && region[t] == UNKNOWN) {
        flood(t, OUTSIDE);
      }
    }
    double[] holes = domain.holes();
    for (int i = 0; i < holes.length; i += 3) {
      int t = mesh.kernel.locate(holes[i], holes[i + 1], holes[i + 2]);
      if (t < 0 || region[t] == OUTSIDE) {
        idleHoles.add(i / 3);
      } else {
        flood(t, OUTSIDE);
      }
    }
  }

  /// Leaves out tets beside the outside that have all corners on one facet: they are as flat as the
  /// rounding of its points. The facet goes on behind them.
  private void peel() {
    int[] waiting = new int[64];
    int count = 0;
    for (int t = 0; t < tets.slots; t++) {
      if (isFlat(t)) {
        if (count == waiting.length) {
          waiting = Arrays.copyOf(waiting, 2 * count);
        }
        waiting[count++] = t;
      }
    }
    while (count > 0) {
      clock.check(tets.slots, count);
      int t = waiting[--count];
      if (!isFlat(t)) {
        continue;
      }
      int facet = -1;
      for (int f = 4 * t; f < 4 * t + 4; f++) {
        facet = Math.max(facet, facetOf(f));
      }
      region[t] = OUTSIDE;
      for (int f = 4 * t; f < 4 * t + 4; f++) {
        int other = tets.link[f];
        boolean was = facetOf.remove(Math.min(f, other)) != null;
        if (!was) {
          facetOf.put(Math.min(f, other), facet);
        }
        fixed[t] ^= (byte) (1 << (f & 3));
        fixed[other >> 2] ^= (byte) (1 << (other & 3));
        if (isFlat(other >> 2)) {
          if (count == waiting.length) {
            waiting = Arrays.copyOf(waiting, 2 * count);
          }
          waiting[count++] = other >> 2;
        }
      }
    }
  }

  /// Whether a tet has two or three faces of one facet, with the outside beyond, and no others.
  private boolean isFlat(int t) {
    if (tets.state[t] != Tets.LIVE || region[t] != UNKNOWN || Integer.bitCount(fixed[t]) < 2) {
      return false;
    }
    int facet = -1;
    int faces = 0;
    for (int f = 4 * t; f < 4 * t + 4; f++) {
      if ((fixed[t] >> (f & 3) & 1) != 0) {
        int here = facetOf(f);
        if ((facet >= 0 && here != facet) || region[tets.link[f] >> 2] != OUTSIDE) {
          return false;
        }
        facet = here;
        faces++;
      }
    }
    return faces == 2 || faces == 3;
  }

  private void floodRegions() {
    for (int t = 0; t < tets.slots; t++) {
      if (tets.state[t] == Tets.LIVE && region[t] == UNKNOWN) {
        flood(t, regions++);
      }
    }
    entryOf = new int[regions];
    Arrays.fill(entryOf, -1);
    for (int i = 0; i < domain.regions().size(); i++) {
      Domain.Region each = domain.regions().get(i);
      int t = mesh.kernel.locate(each.x(), each.y(), each.z());
      if (t < 0 || region[t] < 0 || entryOf[region[t]] >= 0) {
        idleRegions.add(i);
      } else {
        entryOf[region[t]] = i;
      }
    }
  }
}
