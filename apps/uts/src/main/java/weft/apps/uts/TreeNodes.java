// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import weft.codec.Codec;
import weft.codec.Codecs;

/// Part of an unbalanced tree: a stack of nodes whose subtrees are not counted yet. The nodes at
/// the bottom have the largest subtrees.
///
/// A node is the 20 bytes of its random state and its height. The state of child i is the SHA-1 of
/// the parent's state and i as four bytes, highest first. The state of the root is the SHA-1 of 16
/// zeros and the seed (UTS, rng/brg_sha1.c).
final class TreeNodes {
  private static final int STATE = 20;

  /// The bytes of a node: its state and its height.
  private static final int NODE = STATE + Integer.BYTES;

  static final Codec<TreeNodes> CODEC =
      Codecs.of(
          "uts-nodes",
          (nodes, out) -> out.writeBytes(Arrays.copyOf(nodes.bytes, nodes.count * NODE)),
          in -> new TreeNodes(in.readBytes()));

  private byte[] bytes;
  private int count;

  private TreeNodes(byte[] bytes) {
    this.bytes = bytes;
    this.count = bytes.length / NODE;
  }

  /// A stack with only the root of a tree.
  static TreeNodes root(TreeShape shape) {
    var nodes = new TreeNodes(new byte[NODE]);
    byte[] seed = new byte[STATE];
    putInt(seed, 16, shape.seed());
    digest(seed, seed.length, nodes.bytes, 0);
    return nodes;
  }

  /// The number of nodes on the stack.
  int count() {
    return count;
  }

  /// Removes up to `most` nodes from the stack, counts them, and pushes their children.
  void expand(TreeShape shape, int most, TreeCounts counts) {
    byte[] parent = new byte[NODE];
    for (int i = 0; i < most && count > 0; i++) {
      count--;
      System.arraycopy(bytes, count * NODE, parent, 0, NODE);
      int height = getInt(parent, STATE);
      int random = getInt(parent, STATE - Integer.BYTES) & Integer.MAX_VALUE;
      int children = shape.childrenOf(height, random);
      counts.count(height, children == 0);
      if ((count + children) * NODE > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, (count + children) * NODE));
      }
      for (int child = 0; child < children; child++, count++) {
        putInt(parent, STATE, child);
        digest(parent, NODE, bytes, count * NODE);
        putInt(bytes, count * NODE + STATE, height + 1);
      }
    }
  }

  /// Removes and returns the bottom half of the stack.
  TreeNodes split() {
    int given = count / 2;
    var half = new TreeNodes(Arrays.copyOf(bytes, given * NODE));
    count -= given;
    System.arraycopy(bytes, given * NODE, bytes, 0, count * NODE);
    return half;
  }

  private static void digest(byte[] from, int length, byte[] to, int at) {
    try {
      MessageDigest sha = SHA.get();
      sha.update(from, 0, length);
      sha.digest(to, at, STATE);
    } catch (DigestException e) {
      throw new IllegalStateException("SHA-1 does not fit into " + STATE + " bytes", e);
    }
  }

  /// One instance for each thread, because ranks may be threads.
  private static final ThreadLocal<MessageDigest> SHA =
      ThreadLocal.withInitial(() -> {
        try {
          return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
          throw new IllegalStateException("this Java has no SHA-1, which every Java must have", e);
        }
      });

  private static int getInt(byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 255) << 16
        | (bytes[at + 2] & 255) << 8
        | bytes[at + 3] & 255;
  }

  private static void putInt(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >> 24);
    bytes[at + 1] = (byte) (value >> 16);
    bytes[at + 2] = (byte) (value >> 8);
    bytes[at + 3] = (byte) value;
  }
}
