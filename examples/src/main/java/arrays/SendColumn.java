// SPDX-License-Identifier: Apache-2.0
package arrays;

import java.util.Arrays;
import weft.MatrixPart;
import weft.RsrN;
import weft.Weft;
import weft.World;

/// How do I send a column of a matrix? As a part of it, which is packed straight into the message.
final class SendColumn {
  private SendColumn() {}

  static void main(String[] args) {
    Weft.launch(args, SendColumn::run);
  }

  private static void run(World world) {
    int rows = 3;
    int columns = 4; // of which column 0 is a ghost column: the last one of the previous rank
    double[] field = new double[rows * columns];
    for (int i = 0; i < field.length; i++) {
      field[i] = i % columns == 0 ? 0 : world.rank() + i / 100.0;
    }
    MatrixPart last = MatrixPart.of(field, columns - 1, rows, 1, columns); // 3 rows of 1 element
    MatrixPart ghost = MatrixPart.of(field, 0, rows, 1, columns);
    RsrN edge = world.rsrN("edge", (source, payload) -> payload.copyTo(0, ghost));
    world.start();

    edge.send(world.next(), last);
    world.quiesce();
    double[] got = new double[rows];
    for (int row = 0; row < rows; row++) {
      got[row] = field[row * columns];
    }
    IO.println("rank " + world.rank() + " got " + Arrays.toString(got));
  }
}
