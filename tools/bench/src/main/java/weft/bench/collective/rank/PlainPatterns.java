// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import weft.bench.collective.Panel;

/// The patterns of Table 1, columns "A" (AP3000, section 5.1): plain sends and receives of packed
/// buffers. Data of several columns is packed before it is sent, and unpacked after it was
/// forwarded.
final class PlainPatterns {
  private final ArrayMailbox mail;
  private final Panel panel;
  private final int me;
  private final double[] source;
  private final double[] workspace;
  private final double[] result;

  /// Creates the patterns of rank `me`. Its columns come from `source`; reduced columns go to
  /// `result`; `workspace` has all columns.
  PlainPatterns(
      ArrayMailbox mail,
      Panel panel,
      int me,
      double[] source,
      double[] workspace,
      double[] result) {
    this.mail = mail;
    this.panel = panel;
    this.me = me;
    this.source = source;
    this.workspace = workspace;
    this.result = result;
  }

  /// The action for `pattern`, which is `spread` or `reduce`, by `tree` or `ring`.
  Runnable named(String pattern, String way) {
    return switch (pattern + "." + way) {
      case "spread.tree" -> this::treeSpread;
      case "spread.ring" -> this::ringSpread;
      case "reduce.tree" -> this::treeReduce;
      case "reduce.ring" -> this::ringReduce;
      default -> throw new IllegalArgumentException("there is no " + pattern + " by " + way);
    };
  }

  /// Writes this rank's part of the workspace, in all four patterns.
  private void initialise() {
    unpack(source, me);
  }

  private void pack(int owner, double[] buffer) {
    for (int i = 0; i < panel.share(); i++) {
      int from = panel.first(owner) + i * panel.stride();
      System.arraycopy(workspace, from, buffer, i * panel.length(), panel.length());
    }
  }

  private void unpack(double[] buffer, int owner) {
    for (int i = 0; i < panel.share(); i++) {
      int to = panel.first(owner) + i * panel.stride();
      System.arraycopy(buffer, i * panel.length(), workspace, to, panel.length());
    }
  }

  /// Adds the columns of `owner` in the workspace to `buffer`.
  private void add(int owner, double[] buffer) {
    for (int i = 0; i < panel.share(); i++) {
      int from = panel.first(owner) + i * panel.stride();
      int to = i * panel.length();
      int length = panel.length();
      for (int k = 0; k < length; k++) {
        buffer[to + k] += workspace[from + k];
      }
    }
  }

  private static void add(double[] from, double[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] += from[i];
    }
  }

  private void treeSpread() {
    initialise();
    int ranks = panel.ranks();
    for (int root = 0; root < ranks; root++) {
      int virtual = (me - root + ranks) % ranks;
      int bit = 1;
      while (bit < ranks && (virtual & bit) == 0) {
        bit <<= 1;
      }
      double[] buffer;
      if (virtual == 0) {
        buffer = mail.buffer();
        pack(root, buffer);
      } else {
        buffer = mail.receive((virtual - bit + root) % ranks);
      }
      for (int child = bit >> 1; child > 0; child >>= 1) {
        if (virtual + child < ranks) {
          mail.send((virtual + child + root) % ranks, buffer, panel.shareLength());
        }
      }
      if (virtual != 0) {
        unpack(buffer, root);
      }
      mail.giveBack(buffer);
    }
  }

  private void ringSpread() {
    initialise();
    int ranks = panel.ranks();
    int right = (me + 1) % ranks;
    int left = (me - 1 + ranks) % ranks;
    mail.send(right, source, panel.shareLength());
    for (int step = 1; step < ranks; step++) {
      double[] buffer = mail.receive(left);
      if (step < ranks - 1) {
        mail.send(right, buffer, panel.shareLength());
      }
      unpack(buffer, (me - step + ranks) % ranks);
      mail.giveBack(buffer);
    }
  }

  private void treeReduce() {
    initialise();
    int ranks = panel.ranks();
    for (int root = 0; root < ranks; root++) {
      int virtual = (me - root + ranks) % ranks;
      double[] buffer = mail.buffer();
      pack(root, buffer);
      int bit = 1;
      for (; bit < ranks && (virtual & bit) == 0; bit <<= 1) {
        if (virtual + bit < ranks) {
          double[] more = mail.receive((virtual + bit + root) % ranks);
          add(more, buffer, panel.shareLength());
          mail.giveBack(more);
        }
      }
      if (virtual == 0) {
        System.arraycopy(buffer, 0, result, 0, panel.shareLength());
      } else {
        mail.send((virtual - bit + root) % ranks, buffer, panel.shareLength());
      }
      mail.giveBack(buffer);
    }
  }

  private void ringReduce() {
    initialise();
    int ranks = panel.ranks();
    int right = (me + 1) % ranks;
    int left = (me - 1 + ranks) % ranks;
    double[] first = mail.buffer();
    pack(left, first);
    mail.send(right, first, panel.shareLength());
    mail.giveBack(first);
    for (int step = 1; step < ranks; step++) {
      int owner = (me - 1 - step + 2 * ranks) % ranks;
      double[] buffer = mail.receive(left);
      add(owner, buffer);
      if (owner == me) {
        System.arraycopy(buffer, 0, result, 0, panel.shareLength());
      } else {
        mail.send(right, buffer, panel.shareLength());
      }
      mail.giveBack(buffer);
    }
  }
}
