// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.DelaunayKernel;
import weft.mesh.internal.Tets;

/// The tets of one region of a Delaunay triangulation that several regions share. Beyond a face at
/// its border is a *halo*: a copy of that face and of the apex of the tet behind it, with the
/// region of that tet and its place there. So links have no special case, and slots are never
/// renumbered.
///
/// What is inserted here changes this region alone, or else is an attempt over several regions:
/// their tets are claimed and lent to a [CavityPatch], which commits. A halo is out of date only
/// while the tet here at whose face it is is claimed by the attempt that changes it, and no search
/// passes a claimed tet.
public final class RegionMesh {
  /// What [#tryInsert] returns instead of a vertex: the walk left this region, or a tet that it
  /// looked at is claimed or elsewhere.
  public static final int LEFT = DelaunayKernel.LEFT;

  public static final int CLAIMED = DelaunayKernel.CLAIMED;
  public static final int ELSEWHERE = DelaunayKernel.ELSEWHERE;

  final DelaunayKernel kernel;
  private final GlobalNumbers numbers = new GlobalNumbers();
  private final Map<Long, Claim> claims = new LinkedHashMap<>();

  /// The mark of the claim of each tet that is claimed.
  private int[] marks = new int[16];

  private int lastMark;
  private int halos;

  /// Where the search for any tet goes on.
  private int cursor;

  /// An empty region.
  public RegionMesh(RegionScratch scratch) {
    kernel = DelaunayKernel.region(scratch.predicates, scratch.edges);
  }

  // Vertices.

  /// The vertex of this global number, which is added if it is not known yet.
  public int vertex(long number, double x, double y, double z) {
    int known = numbers.find(number);
    if (known >= 0) {
      return known;
    }
    numbers.add(number);
    return kernel.addVertex(x, y, z);
  }

  /// The vertex of this global number, which is known.
  public int known(long number) {
    int known = numbers.find(number);
    if (known < 0) {
      throw new IllegalStateException("no vertex of this region has the number " + number);
    }
    return known;
  }

  /// The number of vertices that this region knows, with the ghost, which is vertex 0.
  public int vertices() {
    return numbers.count();
  }

  /// The global number of a vertex; −1 for the ghost.
  public long number(int vertex) {
    return numbers.number(vertex);
  }

  /// A coordinate of a vertex.
  public double coordinate(int vertex, int axis) {
    return kernel.xyz()[3 * vertex + axis];
  }

  // Tets.

  /// Slots of tets and halos that were used at any time.
  public int slots() {
    return kernel.tets.slots;
  }

  /// Whether a slot holds a tet of this region, with the ghost or without.
  public boolean isOwn(int slot) {
    byte state = kernel.tets.state[slot];
    return state == Tets.LIVE || state == Tets.CLAIMED;
  }

  /// Whether a slot holds a halo.
  public boolean isHalo(int slot) {
    return kernel.tets.state[slot] == Tets.HALO;
  }

  /// Whether one of the corners is the ghost.
  public boolean isGhost(int slot) {
    return kernel.tets.isGhost(slot);
  }

  /// A corner of a tet or halo. The apex of a halo is corner 3.
  public int corner(int slot, int i) {
    return kernel.tets.vertex[4 * slot + i];
  }

  /// What is beyond the face opposite a corner: `4 * slot + face`.
  public int link(int slot, int face) {
    return kernel.tets.link[4 * slot + face];
  }

  /// The number of tets of this region, with those at the ghost.
  public int own() {
    return kernel.tets.live() - halos;
  }

  /// The number of its faces at other regions.
  public int halos() {
    return halos;
  }

  /// The region of the tet behind a halo.
  public int haloRegion(int halo) {
    return kernel.tets.link[4 * halo];
  }

  /// Where it is there: `4 * slot + face`.
  public int haloLink(int halo) {
    return kernel.tets.link[4 * halo + 1];
  }

  /// Makes a tet of this region, and returns its slot. Slots follow each other in a new region.
  int add(int a, int b, int c, int d) {
    Tets tets = kernel.tets;
    tets.reserve(1);
    int t = tets.take();
    tets.set(t, a, b, c, d);
    return t;
  }

  /// Puts a halo behind a face of a tet of this region.
  void addHalo(int face, int apex, int region, int link) {
    int t = face >> 2;
    int f = 3 * (face & 3);
    int[] vertex = kernel.tets.vertex;
    int halo =
        looseHalo(
            vertex[4 * t + Tets.faceCorner(f)],
            vertex[4 * t + Tets.faceCorner(f + 1)],
            vertex[4 * t + Tets.faceCorner(f + 2)],
            apex,
            region,
            link);
    kernel.tets.connect(face, 4 * halo + 3);
  }

  /// A halo behind a face of a tet that is yet to be made; see [#addHalo].
  private int looseHalo(int a, int b, int c, int apex, int region, int link) {
    int halo = add(a, c, b, apex);
    Tets tets = kernel.tets;
    tets.state[halo] = Tets.HALO;
    tets.link[4 * halo] = region;
    tets.link[4 * halo + 1] = link;
    tets.link[4 * halo + 2] = 0;
    halos++;
    return halo;
  }

  private void freeHalo(int slot) {
    if (kernel.tets.state[slot] == Tets.HALO) {
      kernel.tets.free(slot);
      halos--;
    }
  }

  /// Frees the halos at all faces of a tet that falls.
  private void freeHalosOf(int tet) {
    for (int f = 0; f < 4; f++) {
      freeHalo(kernel.tets.link[4 * tet + f] >> 2);
    }
  }

  // Insertion here.

  /// Inserts a vertex, if that changes nothing elsewhere and nothing that is claimed. The walk
  /// begins at a tet of this region, or at any if that is none. There must be one.
  ///
  /// @return the vertex, or an earlier one at the same place, or [#LEFT], [#CLAIMED] or
  ///   [#ELSEWHERE]
  public int tryInsert(int vertex, int near) {
    return kernel.tryInsert(vertex, near >= 0 && near < slots() && isOwn(near) ? near : anyTet());
  }

  /// Where the walk of [#tryInsert] ended: a tet here, or the halo through which it left.
  public int reached() {
    return kernel.reached();
  }

  /// The tet here at whose face a halo is.
  public int behind(int halo) {
    return kernel.tets.link[4 * halo + 3] >> 2;
  }

  private int anyTet() {
    int last = kernel.last();
    if (last < slots() && isOwn(last)) {
      return last;
    }
    for (int i = 0; i < slots(); i++) {
      cursor = cursor + 1 < slots() ? cursor + 1 : 0;
      if (isOwn(cursor)) {
        return cursor;
      }
    }
    throw new IllegalStateException("a region without tets was asked for one");
  }

  // Claims.

  /// Whether a tet is claimed.
  public boolean isClaimed(int tet) {
    return kernel.tets.state[tet] == Tets.CLAIMED;
  }

  /// The claim of an attempt; null if it has none here.
  public @Nullable Claim claim(long attempt) {
    return claims.get(attempt);
  }

  /// The claims of all attempts.
  public Collection<Claim> claims() {
    return claims.values();
  }

  /// Claims tets for an attempt, and all that are in conflict with its point and joined to them,
  /// with the tets beside those. Returns the claim, or null if some tet belongs to the claim of
  /// another attempt.
  ///
  /// @param from the number of tets that the attempt had here before: of these, nothing is given
  ///   back
  /// @param keeps whether what could be claimed stays so, although null is returned
  public @Nullable Claim claim(
      long attempt, int point, int[] wanted, int count, int from, boolean keeps) {
    Claim claim = claims.computeIfAbsent(attempt, it -> new Claim(it, ++lastMark));
    boolean taken = false;
    for (int i = 0; i < count && !taken; i++) {
      if (!isOwn(wanted[i])) {
        throw new IllegalStateException(
            "an attempt wants tet %d, which is not in this region".formatted(wanted[i]));
      }
      taken = !add(claim, wanted[i]);
    }
    for (int i = from; i < claim.count() && !taken; i++) {
      int t = claim.tet(i);
      boolean falls = kernel.isInConflict(t, point);
      claim.setInConflict(i, falls);
      for (int f = 0; f < 4 && falls && !taken; f++) {
        int next = kernel.tets.link[4 * t + f] >> 2;
        taken = kernel.tets.state[next] != Tets.HALO && !add(claim, next);
      }
    }
    if (!taken) {
      return claim;
    }
    if (!keeps) {
      while (claim.count() > from) {
        kernel.tets.state[claim.removeLast()] = Tets.LIVE;
      }
    }
    if (claim.count() == 0) {
      claims.remove(attempt);
    }
    return null;
  }

  /// Returns false if the tet belongs to another claim.
  private boolean add(Claim claim, int tet) {
    byte[] state = kernel.tets.state;
    if (state[tet] == Tets.CLAIMED) {
      return marks[tet] == claim.mark;
    }
    if (tet >= marks.length) {
      marks = Arrays.copyOf(marks, Math.max(state.length, tet + 1));
    }
    state[tet] = Tets.CLAIMED;
    marks[tet] = claim.mark;
    claim.add(tet);
    return true;
  }

  /// Ends the claim of an attempt, if it has one here.
  public void release(long attempt) {
    Claim claim = claims.remove(attempt);
    for (int i = 0; claim != null && i < claim.count(); i++) {
      kernel.tets.state[claim.tet(i)] = Tets.LIVE;
    }
  }

  // Commits.

  /// Fills the cavity of a patch, in the region that made the attempt. All new tets are here. The
  /// patch then knows where each of them is, so that the other regions can be told.
  ///
  /// @param self the number of this region
  void fill(int self, CavityPatch patch, long attempt, int point) {
    release(attempt);
    int[] fallen = new int[patch.tets()];
    int count = 0;
    for (int i = 0; i < patch.tets(); i++) {
      if (patch.region(i) == self && patch.falls(i)) {
        freeHalosOf(patch.tet(i));
        fallen[count++] = patch.tet(i);
      }
    }
    int[] faces = patch.faces();
    for (int i = 0; i < patch.faceCount(); i++) {
      int link = patch.faceLink(i);
      if (patch.faceRegion(i) == self) {
        freeHalo(kernel.tets.link[link] >> 2);
        faces[4 * i + 3] = link;
      } else {
        int o = 4 * i;
        int halo =
            looseHalo(
                faces[o], faces[o + 1], faces[o + 2], patch.faceApex(i), patch.faceRegion(i), link);
        faces[o + 3] = 4 * halo + 3;
      }
    }
    kernel.fill(point, fallen, count, faces, patch.faceCount());
    patch.filled(kernel.made());
  }

  /// Makes what another region has committed hold here: some tets fall, and at the faces of others
  /// are new tets of that region. The claim of the attempt ends.
  ///
  /// @param region which has the new tets, whose apex is `point`
  /// @param links for each face two: here, and in that region
  public void commit(
      long attempt, int region, int point, int[] fallen, int fallenCount, int[] links, int count) {
    release(attempt);
    for (int i = 0; i < fallenCount; i++) {
      freeHalosOf(fallen[i]);
    }
    for (int i = 0; i < count; i++) {
      int face = links[2 * i];
      freeHalo(kernel.tets.link[face] >> 2);
      addHalo(face, point, region, links[2 * i + 1]);
    }
    for (int i = 0; i < fallenCount; i++) {
      kernel.tets.free(fallen[i]);
    }
  }

  // What is saved and moved.

  /// The global numbers of all vertices, with that of the ghost.
  public long[] numbers() {
    return numbers.all();
  }

  /// The coordinates of all vertices, with three of the ghost.
  public double[] xyz() {
    return Arrays.copyOf(kernel.xyz(), 3 * numbers.count());
  }

  /// Corners, links and states of all slots, each in an array of its own.
  public int[] corners() {
    return Arrays.copyOf(kernel.tets.vertex, 4 * slots());
  }

  /// See [#corners].
  public int[] links() {
    return Arrays.copyOf(kernel.tets.link, 4 * slots());
  }

  /// See [#corners].
  public byte[] states() {
    return Arrays.copyOf(kernel.tets.state, slots());
  }

  /// Makes an empty region what these arrays were taken from, but its claims.
  public void restore(long[] numbers, double[] xyz, int[] corners, int[] links, byte[] states) {
    for (int v = 1; v < numbers.length; v++) {
      vertex(numbers[v], xyz[3 * v], xyz[3 * v + 1], xyz[3 * v + 2]);
    }
    Tets tets = kernel.tets;
    tets.reserve(states.length);
    System.arraycopy(corners, 0, tets.vertex, 0, corners.length);
    System.arraycopy(links, 0, tets.link, 0, links.length);
    System.arraycopy(states, 0, tets.state, 0, states.length);
    tets.slots = states.length;
    for (int t = states.length - 1; t >= 0; t--) {
      if (states[t] == Tets.FREE) {
        tets.free(t);
      } else if (states[t] == Tets.HALO) {
        halos++;
      }
    }
  }

  /// Restores a claim with its tets in their order.
  public void restoreClaim(long attempt, int[] tets, boolean[] inConflict) {
    Claim claim = new Claim(attempt, ++lastMark);
    claims.put(attempt, claim);
    for (int i = 0; i < tets.length; i++) {
      kernel.tets.state[tets[i]] = Tets.LIVE;
      boolean _ = add(claim, tets[i]);
      claim.setInConflict(i, inConflict[i]);
    }
  }
}
