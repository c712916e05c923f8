// SPDX-License-Identifier: Apache-2.0
package weft.accelerate;

/// The instructions of [NativeAccelerator#add], as a disassembler would list them. They use SSE2,
/// which every x86-64 processor has.
///
/// They are `void add(char *to, long at, const char *a, long aAt, const char *b, long bAt, long
/// bytes)`, called by the System V ABI. The arguments are in rdi, rsi, rdx, rcx, r8, r9 and on the
/// stack. All used registers are caller-saved. Every element is read before it, or an element after
/// it, is written, so `to` may be the same memory as `a` or `b`.
final class SumInstructions {
  /// The loop adds lines of 64 bytes, each read 1 KB ahead. The rest is then added from its
  /// beginning. An element of 8 bytes is never cut: the memory holds whole elements, so 4 bytes can
  /// be left only with shorter ones.
  private static final String LISTING =
      """
      f3 0f 1e fa              ; endbr64
      48 01 f7                 ; add    rdi, rsi
      48 8d 34 0a              ; lea    rsi, [rdx + rcx]
      4b 8d 14 08              ; lea    rdx, [r8 + r9]
      48 8b 4c 24 08           ; mov    rcx, [rsp + 8]
      48 83 e9 40              ; sub    rcx, 64
      72 5d                    ; jb     less than a line
      0f 18 8e 00 04 00 00     ; prefetcht0 [rsi + 1024]
      0f 18 8a 00 04 00 00     ; prefetcht0 [rdx + 1024]
      0f 10 06                 ; movups xmm0, [rsi]
      0f 10 0a                 ; movups xmm1, [rdx]
      %1$s
      0f 11 07                 ; movups [rdi], xmm0
      0f 10 46 10              ; movups xmm0, [rsi + 16]
      0f 10 4a 10              ; movups xmm1, [rdx + 16]
      %1$s
      0f 11 47 10              ; movups [rdi + 16], xmm0
      0f 10 46 20              ; movups xmm0, [rsi + 32]
      0f 10 4a 20              ; movups xmm1, [rdx + 32]
      %1$s
      0f 11 47 20              ; movups [rdi + 32], xmm0
      0f 10 46 30              ; movups xmm0, [rsi + 48]
      0f 10 4a 30              ; movups xmm1, [rdx + 48]
      %1$s
      0f 11 47 30              ; movups [rdi + 48], xmm0
      48 83 c6 40              ; add    rsi, 64
      48 83 c2 40              ; add    rdx, 64
      48 83 c7 40              ; add    rdi, 64
      48 83 e9 40              ; sub    rcx, 64
      73 a3                    ; jae    the first prefetcht0
      83 e1 3f                 ; and    ecx, 63: less than a line
      83 e9 10                 ; sub    ecx, 16: a quarter of one
      72 1b                    ; jb     less than that
      0f 10 06                 ; movups xmm0, [rsi]
      0f 10 0a                 ; movups xmm1, [rdx]
      %1$s
      0f 11 07                 ; movups [rdi], xmm0
      48 83 c6 10              ; add    rsi, 16
      48 83 c2 10              ; add    rdx, 16
      48 83 c7 10              ; add    rdi, 16
      eb e0                    ; jmp    a quarter
      f6 c1 08                 ; test   cl, 8: less than that
      74 1c                    ; je     less than 8
      f3 0f 7e 06              ; movq   xmm0, [rsi]
      f3 0f 7e 0a              ; movq   xmm1, [rdx]
      %1$s
      66 0f d6 07              ; movq   [rdi], xmm0
      48 83 c6 08              ; add    rsi, 8
      48 83 c2 08              ; add    rdx, 8
      48 83 c7 08              ; add    rdi, 8
      f6 c1 04                 ; test   cl, 4: less than 8
      74 10                    ; je     ret
      66 0f 6e 06              ; movd   xmm0, [rsi]
      66 0f 6e 0a              ; movd   xmm1, [rdx]
      %1$s
      66 0f 7e 07              ; movd   [rdi], xmm0
      c3                       ; ret
      """;

  static final String INTS = LISTING.formatted("66 0f fe c1 ; paddd xmm0, xmm1");
  static final String LONGS = LISTING.formatted("66 0f d4 c1 ; paddq xmm0, xmm1");

  /// A prefix without effect makes it as long as the others.
  static final String FLOATS = LISTING.formatted("3e 0f 58 c1 ; ds addps xmm0, xmm1");

  static final String DOUBLES = LISTING.formatted("66 0f 58 c1 ; addpd xmm0, xmm1");

  private SumInstructions() {}
}
