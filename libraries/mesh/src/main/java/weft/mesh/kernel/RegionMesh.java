// SPDX-License-Identifier: Apache-2.0
package weft.mesh.kernel;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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
  private final RegionScratch scratch;
  private final GlobalNumbers numbers = new GlobalNumbers();
  private final Map<Long, Claim> claims = new LinkedHashMap<>();

  /// The mark of the claim of each tet that is claimed.
  private int[] marks = new int[16];

  private int lastMark;
  private int halos;
  private int spares;

  /// Where the search for any tet goes on.
  private int cursor;

  /// An empty region.
  public RegionMesh(RegionScratch scratch) {
    this.scratch = scratch;
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

  /// Makes room for vertices that are to be added and inserted.
  public void expect(int more) {
    numbers.expect(more);
    kernel.expect(more);
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
    return kernel.tets.live() - halos - spares;
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
  ///
  /// @param apex the corner of the other tet that is not on the face
  /// @param region the region of that tet
  /// @param link where it is there: `4 * slot + face`
  public void addHalo(int face, int apex, int region, int link) {
    Tets tets = kernel.tets;
    tets.reserve(1);
    int halo = tets.take();
    int t = face >> 2;
    int f = 3 * (face & 3);
    int[] vertex = tets.vertex;
    tets.set(
        halo,
        vertex[4 * t + Tets.faceCorner(f)],
        vertex[4 * t + Tets.faceCorner(f + 2)],
        vertex[4 * t + Tets.faceCorner(f + 1)],
        apex);
    tets.state[halo] = Tets.HALO;
    tets.link[4 * halo] = region;
    tets.link[4 * halo + 1] = link;
    tets.link[4 * halo + 2] = 0;
    halos++;
    tets.connect(face, 4 * halo + 3);
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
    Claim claim = claims.computeIfAbsent(attempt, it -> new Claim(it, point, ++lastMark));
    boolean taken = false;
    for (int i = 0; i < count && !taken; i++) {
      if (!isOwn(wanted[i]) && !isSpare(wanted[i])) {
        throw new IllegalStateException(
            "an attempt wants tet %d, which is not in this region".formatted(wanted[i]));
      }
      taken = isSpare(wanted[i]) || !add(claim, wanted[i]); // its tet is on its way
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

  /// Keeps slots here for the new tets of an attempt: about as many as may take the places of tets
  /// that fall, less these.
  ///
  /// @param from the number of tets that the attempt had here before
  public void keepSlots(Claim claim, int from) {
    int faces = 0;
    int falling = 0;
    for (int i = from; i < claim.count(); i++) {
      if (claim.isInConflict(i)) {
        falling++;
        for (int f = 0; f < 4; f++) {
          faces += isHalo(kernel.tets.link[4 * claim.tet(i) + f] >> 2) ? 1 : 0;
        }
      } else {
        faces++;
      }
    }
    for (int i = falling; i < faces; i++) {
      claim.addSpare(takeSlot());
    }
  }

  /// A slot for a new tet, which is made by [#set].
  int takeSlot() {
    kernel.tets.reserve(1);
    int slot = kernel.tets.take();
    kernel.tets.state[slot] = Tets.SPARE;
    spares++;
    return slot;
  }

  private boolean isSpare(int slot) {
    return kernel.tets.state[slot] == Tets.SPARE;
  }

  /// Ends the claim of an attempt, if it has one here.
  public void release(long attempt) {
    Claim claim = claims.remove(attempt);
    if (claim != null) {
      for (int i = 0; i < claim.count(); i++) {
        kernel.tets.state[claim.tet(i)] = Tets.LIVE;
      }
      for (int i = 0; i < claim.spares(); i++) {
        freeSpare(claim.spare(i));
      }
    }
  }

  private void freeSpare(int slot) {
    if (isSpare(slot)) {
      kernel.tets.free(slot);
      spares--;
    }
  }

  // Commits.

  /// Begins what a commit changes here: ends the claim, and lets tets fall. Their slots, and those
  /// that the claim has kept, are for new tets now.
  public Claim beginCommit(long attempt, int[] fallen, int count) {
    Claim claim = Objects.requireNonNull(claims.remove(attempt));
    for (int i = 0; i < claim.count(); i++) {
      kernel.tets.state[claim.tet(i)] = Tets.LIVE;
    }
    for (int i = 0; i < count; i++) {
      freeHalosOf(fallen[i]);
    }
    for (int i = 0; i < count; i++) {
      kernel.tets.state[fallen[i]] = Tets.SPARE;
      claim.addSpare(fallen[i]);
    }
    spares += count;
    return claim;
  }

  /// Makes a tet in one of the slots of a commit.
  public void set(int slot, int a, int b, int c, int d) {
    kernel.tets.set(slot, a, b, c, d);
    spares--;
  }

  /// Frees the halo behind a face that gets something else beyond it.
  public void open(int face) {
    freeHalo(kernel.tets.link[face] >> 2);
  }

  /// Joins two tets at their faces.
  public void join(int face, int other) {
    kernel.tets.connect(face, other);
  }

  /// Ends a commit: slots that it has not used are free.
  public void endCommit(Claim claim) {
    for (int i = 0; i < claim.spares(); i++) {
      freeSpare(claim.spare(i));
    }
  }

  /// The region that new tets with these corners belong to.
  int home(int[] corners, int from) {
    double x = 0;
    double y = 0;
    double z = 0;
    int finite = 0;
    double[] xyz = kernel.xyz();
    for (int i = from; i < from + 4; i++) {
      if (corners[i] != Tets.GHOST) {
        x += xyz[3 * corners[i]];
        y += xyz[3 * corners[i] + 1];
        z += xyz[3 * corners[i] + 2];
        finite++;
      }
    }
    return scratch.cut().regionOf(x / finite, y / finite, z / finite);
  }

  /// Fills the cavity of a patch, in the region that made the attempt. The patch then knows where
  /// each of the new tets is, so that the other regions can be told.
  ///
  /// @param self the number of this region
  PatchFilling fill(int self, CavityPatch patch, long attempt, int point) {
    int[] fallen = patch.fallen(self);
    Claim claim = beginCommit(attempt, fallen, fallen.length);
    PatchFilling filling = scratch.filling;
    filling.find(patch, this, self, point);
    for (int i = 0; i < filling.count(); i++) {
      if (filling.region(i) == self) {
        int slot = filling.slot(i);
        set(slot, filling.corner(i, 0), filling.corner(i, 1), filling.corner(i, 2), point);
        kernel.startAt(slot);
      }
    }
    for (int i = 0; i < filling.count(); i++) {
      int behind = filling.linkBeyond(i, 3);
      if (filling.regionBeyond(i, 3) == self) {
        open(behind);
        if (filling.region(i) != self) {
          addHalo(behind, point, filling.region(i), 4 * filling.slot(i) + 3);
        }
      }
      for (int f = 0; f < 4 && filling.region(i) == self; f++) {
        int face = 4 * filling.slot(i) + f;
        int link = filling.linkBeyond(i, f);
        if (filling.regionBeyond(i, f) == self) {
          join(face, link);
        } else {
          addHalo(face, filling.apexBeyond(i, f), filling.regionBeyond(i, f), link);
        }
      }
    }
    endCommit(claim);
    return filling;
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
      } else if (states[t] == Tets.SPARE) {
        spares++;
      }
    }
  }

  /// Restores a claim with its tets in their order, and the slots that it keeps.
  public void restoreClaim(
      long attempt, int point, int[] tets, boolean[] inConflict, int[] spares) {
    Claim claim = new Claim(attempt, point, ++lastMark);
    claims.put(attempt, claim);
    for (int spare : spares) {
      claim.addSpare(spare);
    }
    for (int i = 0; i < tets.length; i++) {
      kernel.tets.state[tets[i]] = Tets.LIVE;
      boolean _ = add(claim, tets[i]);
      claim.setInConflict(i, inConflict[i]);
    }
  }
}
