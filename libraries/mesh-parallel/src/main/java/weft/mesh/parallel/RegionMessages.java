// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import weft.codec.Reader;
import weft.codec.Writer;
import weft.mesh.kernel.CavityPatch;
import weft.mesh.kernel.Claim;
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
  /// and corners; and the tets of other regions that are beside those that fall.
  static void writeLent(Writer out, int self, RegionMesh mesh, Claim claim, int from) {
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
  }

  /// Writes what a commit changes in a region: the tets that fall, and two links for each face that
  /// is left, there and in the region that commits.
  static void writeCommit(Writer out, CavityPatch patch, int region) {
    int[] fallen = new int[patch.tets()];
    int count = 0;
    for (int i = 0; i < patch.tets(); i++) {
      if (patch.region(i) == region && patch.falls(i)) {
        fallen[count++] = patch.tet(i);
      }
    }
    out.writeInts(java.util.Arrays.copyOf(fallen, count));
    int[] links = new int[2 * patch.faceCount()];
    count = 0;
    for (int i = 0; i < patch.faceCount(); i++) {
      if (patch.faceRegion(i) == region) {
        links[count++] = patch.faceLink(i);
        links[count++] = patch.newLink(i);
      }
    }
    out.writeInts(java.util.Arrays.copyOf(links, count));
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
      int[] tets = new int[claim.count()];
      boolean[] inConflict = new boolean[tets.length];
      for (int i = 0; i < tets.length; i++) {
        tets[i] = claim.tet(i);
        inConflict[i] = claim.isInConflict(i);
      }
      out.writeInts(tets);
      out.writeBooleans(inConflict);
    }
  }

  static void readMesh(Reader in, RegionMesh mesh) {
    mesh.restore(in.readLongs(), in.readDoubles(), in.readInts(), in.readInts(), in.readBytes());
    for (int i = in.readSize(10); i > 0; i--) {
      mesh.restoreClaim(in.readLong(), in.readInts(), in.readBooleans());
    }
  }
}
