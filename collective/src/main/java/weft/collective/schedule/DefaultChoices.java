// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The table of choices that is built in, in the format of [Choices].
final class DefaultChoices {
  static final String LINES =
      """
      eager 4k
      board 240
      barrier         8   *     exchange
      barrier         *   *     dissemination

      broadcast       4   4k    flat
      broadcast       *   4k    binomial
      broadcast       4   32k   flat
      broadcast       *   *     chunks        128k  8

      reduce          4   4k    flat
      reduce          *   8k    binomial
      reduce          4   32k   chunks        16k   8
      reduce          *   *     slices        256k  8

      allreduce       8   2k    exchange
      allreduce       2   64k   chunks        32k   8
      allreduce       *   4k    doubling
      allreduce       *   32k   slices        32k   8
      allreduce       *   *     slices        256k  8

      gather          8   *     flat          64k   8
      gather          *   512   binomial
      gather          *   *     flat          64k   8
      scatter         8   *     flat          64k   8
      scatter         *   512   binomial
      scatter         *   *     flat          64k   8

      allgather       8   *     flat          128k  8
      allgather       *   512   bruck
      allgather       *   *     flat          128k  8

      alltoall        8   *     pairwise      256k  8
      alltoall        *   256   bruck
      alltoall        *   *     pairwise      256k  8

      reduce-scatter  *   *     direct        256k  8

      scan            8   4k    flat
      scan            *   4k    doubling
      scan            *   *     chain         64k   8
      exscan          8   4k    flat
      exscan          *   4k    doubling
      exscan          *   *     chain         64k   8
      """;

  private DefaultChoices() {}
}
