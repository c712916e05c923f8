// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import weft.mesh.internal.Tets;

/// Replaces a few tets by others that fill the same space.
public final class Replacement {
  private final ConstrainedTets mesh;

  /// Three vertices in ascending order, the link beyond and whether it is fixed, for each face of
  /// the border, and then for new faces that have no neighbour yet.
  private int[] faces = new int[5 * 64];

  private int faceCount;

  /// The slots of the tets that the last [#replace] made.
  private int[] made = new int[32];

  private int madeCount;

  /// Prepares changes of a mesh.
  public Replacement(ConstrainedTets mesh) {
    this.mesh = mesh;
  }

  /// The number of tets that the last [#replace] made.
  public int madeCount() {
    return madeCount;
  }

  /// A tet that the last [#replace] made.
  public int made(int i) {
    return made[i];
  }

  /// Replaces tets. All are of one region.
  ///
  /// @param corners four vertices for each new tet, in positive order
  public void replace(int[] old, int oldCount, int[] corners, int newCount) {
    faceCount = 0;
    int material = mesh.material[old[0]];
    for (int i = 0; i < oldCount; i++) {
      mesh.tets.state[old[i]] = Tets.IN_CAVITY;
    }
    for (int i = 0; i < oldCount; i++) {
      for (int f = 4 * old[i]; f < 4 * old[i] + 4; f++) {
        int beyond = mesh.tets.link[f];
        if (mesh.tets.state[beyond >> 2] != Tets.IN_CAVITY) {
          int at = open(mesh.faceVertex(f, 0), mesh.faceVertex(f, 1), mesh.faceVertex(f, 2), true);
          faces[at + 3] = beyond;
          faces[at + 4] = mesh.isFixed(f) ? 1 : 0;
        }
      }
    }
    mesh.reserve(Math.max(0, newCount - oldCount));
    if (made.length < newCount) {
      made = new int[2 * newCount];
    }
    madeCount = newCount;
    for (int i = 0; i < newCount; i++) {
      made[i] = i < oldCount ? old[i] : mesh.tets.take();
    }
    for (int i = newCount; i < oldCount; i++) {
      mesh.tets.free(old[i]);
    }
    for (int i = 0; i < newCount; i++) {
      int t = made[i];
      mesh.tets.set(t, corners[4 * i], corners[4 * i + 1], corners[4 * i + 2], corners[4 * i + 3]);
      mesh.fixed[t] = 0;
      mesh.material[t] = material;
    }
    for (int i = 0; i < newCount; i++) {
      connect(made[i]);
    }
  }

  private void connect(int t) {
    for (int f = 4 * t; f < 4 * t + 4; f++) {
      int a = mesh.faceVertex(f, 0);
      int b = mesh.faceVertex(f, 1);
      int c = mesh.faceVertex(f, 2);
      int at = open(a, b, c, false);
      if (at < 0) {
        at = open(a, b, c, true);
        faces[at + 3] = f;
        faces[at + 4] = 0;
        continue;
      }
      mesh.tets.connect(f, faces[at + 3]);
      if (faces[at + 4] != 0) {
        mesh.fixed[t] |= (byte) (1 << (f & 3));
        mesh.faces.setTet(mesh.faces.find(a, b, c), t);
      }
      // The face has both neighbours.
      faceCount--;
      System.arraycopy(faces, 5 * faceCount, faces, at, 5);
    }
    int[] vertex = mesh.tets.vertex;
    for (int i = 0; i < 3; i++) {
      for (int j = i + 1; j < 4; j++) {
        int a = vertex[4 * t + i];
        int b = vertex[4 * t + j];
        if (mesh.isSegment(a, b)) {
          mesh.segments.setTet(mesh.segments.find(a, b), t);
        }
      }
    }
  }

  /// The place of an open face, or −1; or that of a new one.
  private int open(int a, int b, int c, boolean make) {
    int low = Math.min(a, Math.min(b, c));
    int high = Math.max(a, Math.max(b, c));
    int middle = (a ^ b ^ c) ^ low ^ high;
    if (make) {
      if (5 * faceCount + 5 > faces.length) {
        faces = Arrays.copyOf(faces, 2 * faces.length);
      }
      int at = 5 * faceCount++;
      faces[at] = low;
      faces[at + 1] = middle;
      faces[at + 2] = high;
      return at;
    }
    for (int at = 0; at < 5 * faceCount; at += 5) {
      if (faces[at] == low && faces[at + 1] == middle && faces[at + 2] == high) {
        return at;
      }
    }
    return -1;
  }
}
