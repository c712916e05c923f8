// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The built-in table of choices, in the format of [Choices].
///
/// Up to 8 ranks every candidate was measured with 2, 4 and 8 ranks on 2 cores of an AMD EPYC, near
/// or far. From 64 KB, and in two rules for 8 ranks below, it uses the choice of an Intel Xeon
/// (near) if that was 6 to 28 % faster. Beyond 8 ranks it follows the costs of the algorithms.
final class DefaultChoices {
  static final String LINES =
      """
      eager 4k
      board 240

      barrier         8   *     exchange
      barrier         *   *     dissemination

      broadcast       2   64    flat
      broadcast       2   2k    tree          16k   4
      broadcast       2   32k   flat
      broadcast       2   128k  chunks        16k   4
      broadcast       2   512k  chunks        128k  8  registered
      broadcast       2   512k  chunks        32k   8
      broadcast       2   2m    chunks        128k  8
      broadcast       2   *     chunks        256k  8
      broadcast       4   32k   flat
      broadcast       4   128k  chunks        32k   4
      broadcast       4   512k  tree          256k  4
      broadcast       4   2m    chunks        128k  8  arrays
      broadcast       4   2m    tree          128k  8
      broadcast       4   *     tree          1m    4
      broadcast       8   64    flat
      broadcast       8   32k   chunks        16k   4
      broadcast       8   128k  chunks        32k   4
      broadcast       8   512k  chunks        64k   4
      broadcast       8   2m    chunks        128k  8
      broadcast       8   *     ring          1m    4
      broadcast       *   4k    binomial
      broadcast       *   *     chunks        128k  8

      reduce          2   64    tree          16k   4
      reduce          2   8k    flat
      reduce          2   32k   chunks        16k   8  arrays
      reduce          2   32k   puts          16k   4
      reduce          2   128k  chunks        32k   4  arrays
      reduce          2   128k  slices        64k   4
      reduce          2   512k  chunks        64k   4  arrays
      reduce          2   512k  puts          256k  4
      reduce          2   2m    chunks        128k  8  arrays
      reduce          2   2m    puts          256k  8
      reduce          2   *     chunks        256k  8  arrays
      reduce          2   *     puts          1m    8  registered
      reduce          2   *     puts          256k  8
      reduce          4   8k    flat
      reduce          4   32k   binomial      16k   4  registered
      reduce          4   32k   chunks        16k   8
      reduce          4   128k  binomial      16k   4  registered
      reduce          4   128k  chunks        64k   4
      reduce          4   512k  puts          256k  4  registered
      reduce          4   512k  chunks        256k  4
      reduce          4   2m    puts          1m    4  registered
      reduce          4   2m    chunks        128k  8
      reduce          4   *     chunks        1m    4  arrays
      reduce          4   *     puts          256k  8
      reduce          8   64    chunks        16k   4
      reduce          8   128k  flat
      reduce          8   512k  chunks        256k  4
      reduce          8   2m    puts          1m    4  registered
      reduce          8   2m    chunks        128k  8
      reduce          8   *     puts          1m    4  registered
      reduce          8   *     flat
      reduce          *   8k    binomial
      reduce          *   *     slices        256k  8

      allreduce       2   2k    exchange
      allreduce       2   8k    chunks        32k   8
      allreduce       2   32k   chunks        32k   8  arrays
      allreduce       2   128k  doubling      16k   4  registered
      allreduce       2   32k   doubling
      allreduce       2   128k  puts          64k   4
      allreduce       2   512k  puts          256k  4
      allreduce       2   2m    puts          1m    4
      allreduce       2   *     puts          256k  4
      allreduce       4   2k    exchange
      allreduce       4   32k   doubling
      allreduce       4   128k  puts          64k   4
      allreduce       4   512k  slices        256k  8  arrays
      allreduce       4   512k  puts          256k  4
      allreduce       4   2m    slices        1m    4  arrays
      allreduce       4   2m    puts          1m    4
      allreduce       4   *     puts          256k  8
      allreduce       8   128k  central
      allreduce       8   512k  puts          256k  4  registered
      allreduce       8   512k  slices        256k  4
      allreduce       8   2m    puts          1m    4
      allreduce       8   *     slices        1m    8  arrays
      allreduce       8   *     puts          1m    8
      allreduce       *   4k    doubling
      allreduce       *   32k   slices        32k   8
      allreduce       *   *     slices        256k  8

      gather          2   32k   flat          64k   8
      gather          2   128k  flat          16k   4
      gather          2   2m    flat          256k  4
      gather          2   *     flat          1m    4
      gather          4   32k   flat          64k   8
      gather          4   128k  flat          64k   4
      gather          4   512k  flat          256k  4
      gather          4   2m    flat          1m    4
      gather          4   *     binomial      16k   4  registered
      gather          4   *     flat          1m    4
      gather          8   64    flat          64k   8
      gather          8   2k    flat          16k   4
      gather          8   128k  flat          64k   8
      gather          8   512k  flat          256k  4
      gather          8   *     flat          1m    4
      gather          *   512   binomial
      gather          *   *     flat          64k   8

      scatter         2   128k  flat          64k   8
      scatter         2   512k  flat          256k  4
      scatter         2   *     flat          1m    4
      scatter         4   32k   flat          64k   8
      scatter         4   128k  flat          256k  4
      scatter         4   512k  flat          1m    4
      scatter         4   *     binomial      16k   4  registered
      scatter         4   *     flat          1m    4
      scatter         8   32k   flat          64k   8
      scatter         8   512k  flat          1m    4
      scatter         8   *     flat          1m    8
      scatter         *   512   binomial
      scatter         *   *     flat          64k   8

      allgather       2   512k  flat          128k  8
      allgather       2   2m    flat          1m    4
      allgather       2   *     flat          256k  8
      allgather       4   128k  flat          128k  8
      allgather       4   512k  flat          128k  4
      allgather       4   2m    flat          1m    4
      allgather       4   *     flat          1m    8
      allgather       8   64    flat          128k  8
      allgather       8   2k    central
      allgather       8   8k    ring          16k   4
      allgather       8   128k  flat          128k  8
      allgather       8   512k  flat          256k  4
      allgather       8   *     flat          1m    4
      allgather       *   512   bruck
      allgather       *   *     flat          128k  8

      alltoall        2   512k  pairwise      256k  8
      alltoall        2   *     pairwise      1m    4
      alltoall        4   128k  pairwise      256k  8
      alltoall        4   *     pairwise      1m    4
      alltoall        8   2k    pairwise      16k   4
      alltoall        8   32k   pairwise      256k  8
      alltoall        8   2m    pairwise      1m    4
      alltoall        8   *     pairwise      1m    8
      alltoall        *   256   bruck
      alltoall        *   *     pairwise      256k  8

      reduce-scatter  2   *     direct        256k  8
      reduce-scatter  4   8k    direct        256k  8
      reduce-scatter  4   32k   direct        64k   4
      reduce-scatter  4   128k  direct        256k  8
      reduce-scatter  4   2m    direct        1m    4
      reduce-scatter  4   *     direct        1m    8
      reduce-scatter  8   2k    direct        256k  8
      reduce-scatter  8   8k    direct        16k   4
      reduce-scatter  8   32k   direct        64k   4
      reduce-scatter  8   512k  direct        1m    4
      reduce-scatter  8   *     direct        1m    8
      reduce-scatter  *   *     direct        256k  8

      scan            2   2k    flat
      scan            2   8k    doubling
      scan            2   32k   chain         64k   8
      scan            2   128k  chain         16k   4
      scan            2   512k  doubling
      scan            2   2m    chain         128k  4
      scan            2   *     chain         256k  8
      scan            4   8k    flat
      scan            4   32k   doubling
      scan            4   128k  chain         16k   4
      scan            4   512k  chain         64k   8
      scan            4   2m    chain         256k  4
      scan            4   *     chain         1m    4
      scan            8   2k    flat
      scan            8   8k    chain         16k   4
      scan            8   32k   chain         16k   4
      scan            8   128k  chain         32k   4
      scan            8   512k  chain         64k   8
      scan            8   2m    chain         256k  4
      scan            8   *     chain         1m    4
      scan            *   4k    doubling
      scan            *   *     chain         64k   8

      exscan          2   8k    flat
      exscan          2   32k   chain         64k   8
      exscan          2   128k  chain         32k   4
      exscan          2   2m    chain         256k  4
      exscan          2   *     chain         128k  8
      exscan          4   8k    flat
      exscan          4   32k   doubling
      exscan          4   128k  chain         32k   4
      exscan          4   512k  chain         64k   8
      exscan          4   2m    chain         256k  8
      exscan          4   *     chain         1m    8
      exscan          8   2k    flat
      exscan          8   8k    doubling
      exscan          8   32k   chain         64k   8
      exscan          8   128k  chain         16k   4
      exscan          8   512k  chain         64k   8
      exscan          8   2m    chain         256k  8
      exscan          8   *     chain         1m    8
      exscan          *   4k    doubling
      exscan          *   *     chain         64k   8
      """;

  /// For ranks that communicate only by messages: bytes are sent as few times as possible, and by
  /// as many ranks at once as possible. It was not measured.
  static final String APART =
      """
      eager 4k
      board 0
      barrier         *   *     dissemination
      broadcast       *   16k   binomial
      broadcast       *   *     tree          64k   8
      reduce          *   16k   binomial
      reduce          *   *     slices        256k  8
      allreduce       *   8k    doubling
      allreduce       *   *     slices        256k  8
      gather          *   512   binomial
      gather          *   *     flat          64k   8
      scatter         *   512   binomial
      scatter         *   *     flat          64k   8
      allgather       *   4k    bruck
      allgather       *   *     ring          64k   8
      alltoall        *   256   bruck
      alltoall        *   *     pairwise      256k  8
      reduce-scatter  *   *     direct        256k  8
      scan            *   4k    doubling
      scan            *   *     chain         64k   8
      exscan          *   4k    doubling
      exscan          *   *     chain         64k   8
      """;

  private DefaultChoices() {}
}
