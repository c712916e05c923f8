// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.Arrays;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mesh.kernel.CavityPatch;
import weft.mesh.kernel.Claim;
import weft.mesh.kernel.PatchFilling;
import weft.mesh.kernel.RegionMesh;

/// What regions send to each other; see [MeshRegion]. The kind of a message is its first byte.
final class RegionMessages {
  static final byte POINT = 1;
  static final byte NEED = 2;
  static final byte LEND = 3;
  static final byte TAKEN = 4;
  static final byte COMMIT = 5;
  static final byte RELEASE = 6;

  /// A region asks for the right to be the elder, gets it, and gives it back.
  static final byte ASK = 7;

  static final byte GRANT = 8;
  static final byte RETURN = 9;

  /// A lent tet that falls.
  private static final int FALLS = 1 << 31;

  private RegionMessages() {}

  /// Writes a vertex with its global number and place.
  static void writePoint(Writer out, RegionMesh mesh, int vertex) {
    out.writeLong(mesh.number(vertex));
    if (vertex != 0) {
      for (int k = 0; k < 3; k++) {
        out.writeDouble(mesh.coordinate(vertex, k));
      }
    }
  }

  /// Reads a vertex, which the mesh knows from then on.
  static int readPoint(Reader in, RegionMesh mesh) {
    long number = in.readLong();
    return number < 0 ? 0 : mesh.vertex(number, in.readDouble(), in.readDouble(), in.readDouble());
  }

  /// Writes the tets of a claim from the one that is `from`: their vertices once; of each its place
  /// and corners; the tets of other regions that are beside those that fall; and the slots that are
  /// kept for new tets, from that which is `spares`.
  static void writeLent(Writer out, int self, RegionMesh mesh, Claim claim, int from, int spares) {
    var vertices = new SmallIndex();
    var besides = new SmallIndex();
    for (int i = from; i < claim.count(); i++) {
      int t = claim.tet(i);
      for (int k = 0; k < 4; k++) {
        int _ = vertices.add(mesh.corner(t, k));
        int next = mesh.link(t, k) >> 2;
        if (claim.isInConflict(i) && mesh.isHalo(next)) {
          int _ = besides.add(next);
        }
      }
    }
    out.writeSize(vertices.size());
    for (int i = 0; i < vertices.size(); i++) {
      writePoint(out, mesh, vertices.at(i));
    }
    out.writeInt(self);
    out.writeSize(claim.count() - from);
    for (int i = from; i < claim.count(); i++) {
      int t = claim.tet(i);
      out.writeInt(claim.isInConflict(i) ? t | FALLS : t);
      for (int k = 0; k < 4; k++) {
        out.writeSize(vertices.add(mesh.corner(t, k)));
      }
    }
    out.writeSize(besides.size());
    for (int i = 0; i < besides.size(); i++) {
      out.writeInt(mesh.haloRegion(besides.at(i)));
      out.writeInt(mesh.haloLink(besides.at(i)) >> 2);
    }
    out.writeSize(claim.spares() - spares);
    for (int i = spares; i < claim.spares(); i++) {
      out.writeInt(claim.spare(i));
    }
  }

  static void readLent(Reader in, RegionMesh mesh, CavityPatch patch) {
    int[] vertices = new int[in.readSize(8)];
    for (int i = 0; i < vertices.length; i++) {
      vertices[i] = readPoint(in, mesh);
    }
    int region = in.readInt();
    for (int i = in.readSize(8); i > 0; i--) {
      int tet = in.readInt();
      patch.add(
          region,
          tet & ~FALLS,
          tet < 0,
          vertices[in.readSize(0)],
          vertices[in.readSize(0)],
          vertices[in.readSize(0)],
          vertices[in.readSize(0)]);
    }
    for (int i = in.readSize(8); i > 0; i--) {
      patch.addBeside(in.readInt(), in.readInt());
    }
    for (int i = in.readSize(4); i > 0; i--) {
      patch.addSpare(region, in.readInt());
    }
  }

  /// Writes what a commit changes in a region:
  ///
  /// ```
  /// the tets that fall
  /// vertices that the others name
  /// new tets there: slot, three corners; then for each face what is beyond it
  /// faces of tets there that have new tets of other regions beyond them: face, region, link
  /// ```
  static void writeCommit(
      Writer out, RegionMesh mesh, int[] fallen, PatchFilling filling, int region) {
    out.writeInts(fallen);
    var vertices = new SmallIndex();
    int made = 0;
    int faces = 0;
    for (int i = 0; i < filling.count(); i++) {
      if (filling.region(i) == region) {
        made++;
        for (int k = 0; k < 4; k++) {
          int _ = vertices.add(filling.corner(i, k));
          if (filling.regionBeyond(i, k) != region) {
            int _ = vertices.add(filling.apexBeyond(i, k));
          }
        }
      } else if (filling.regionBeyond(i, 3) == region) {
        faces++;
      }
    }
    out.writeSize(vertices.size());
    for (int i = 0; i < vertices.size(); i++) {
      writePoint(out, mesh, vertices.at(i));
    }
    out.writeSize(made);
    for (int i = 0; i < filling.count(); i++) {
      if (filling.region(i) == region) {
        out.writeInt(filling.slot(i));
        for (int k = 0; k < 3; k++) {
          out.writeSize(vertices.add(filling.corner(i, k)));
        }
      }
    }
    for (int i = 0; i < filling.count(); i++) {
      for (int k = 0; k < 4 && filling.region(i) == region; k++) {
        int beyond = filling.regionBeyond(i, k);
        out.writeSize(beyond);
        out.writeInt(filling.linkBeyond(i, k));
        if (beyond != region) {
          out.writeSize(vertices.add(filling.apexBeyond(i, k)));
        }
      }
    }
    out.writeSize(faces);
    for (int i = 0; i < filling.count(); i++) {
      if (filling.region(i) != region && filling.regionBeyond(i, 3) == region) {
        out.writeInt(filling.linkBeyond(i, 3));
        out.writeSize(filling.region(i));
        out.writeInt(4 * filling.slot(i) + 3);
      }
    }
  }

  /// Makes what [#writeCommit] wrote hold in the region `self`.
  static void readCommit(Reader in, int self, RegionMesh mesh, long attempt, int point) {
    int[] fallen = in.readInts();
    Claim claim = mesh.beginCommit(attempt, fallen, fallen.length);
    int[] vertices = new int[in.readSize(8)];
    for (int i = 0; i < vertices.length; i++) {
      vertices[i] = readPoint(in, mesh);
    }
    int[] made = new int[in.readSize(7)];
    for (int i = 0; i < made.length; i++) {
      made[i] = in.readInt();
      mesh.set(
          made[i],
          vertices[in.readSize(0)],
          vertices[in.readSize(0)],
          vertices[in.readSize(0)],
          point);
    }
    for (int tet : made) {
      for (int k = 0; k < 4; k++) {
        int region = in.readSize(0);
        int link = in.readInt();
        if (region != self) {
          mesh.addHalo(4 * tet + k, vertices[in.readSize(0)], region, link);
        } else {
          if (k == 3) {
            mesh.open(link);
          }
          mesh.join(4 * tet + k, link);
        }
      }
    }
    for (int i = in.readSize(9); i > 0; i--) {
      int face = in.readInt();
      mesh.open(face);
      mesh.addHalo(face, point, in.readSize(0), in.readInt());
    }
    mesh.endCommit(claim);
  }

  /// Writes a mesh with its claims.
  static void writeMesh(Writer out, RegionMesh mesh) {
    out.writeLongs(mesh.numbers());
    out.writeDoubles(mesh.xyz());
    out.writeInts(mesh.corners());
    out.writeInts(mesh.links());
    out.writeBytes(mesh.states());
    out.writeSize(mesh.claims().size());
    for (Claim claim : mesh.claims()) {
      out.writeLong(claim.attempt());
      out.writeInt(claim.point());
      int[] tets = new int[claim.count()];
      boolean[] inConflict = new boolean[tets.length];
      for (int i = 0; i < tets.length; i++) {
        tets[i] = claim.tet(i);
        inConflict[i] = claim.isInConflict(i);
      }
      out.writeInts(tets);
      out.writeBooleans(inConflict);
      int[] spares = new int[claim.spares()];
      Arrays.setAll(spares, claim::spare);
      out.writeInts(spares);
    }
  }

  static void readMesh(Reader in, RegionMesh mesh) {
    mesh.restore(in.readLongs(), in.readDoubles(), in.readInts(), in.readInts(), in.readBytes());
    for (int i = in.readSize(15); i > 0; i--) {
      mesh.restoreClaim(
          in.readLong(), in.readInt(), in.readInts(), in.readBooleans(), in.readInts());
    }
  }
}
