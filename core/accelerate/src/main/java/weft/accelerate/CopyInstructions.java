// SPDX-License-Identifier: Apache-2.0
package weft.accelerate;

/// The instructions of copies, as a disassembler would list them. They use SSE2, which every x86-64
/// processor has.
///
/// Both are `void copy(char *to, long at, const char *from, long fromAt, long bytes)`, called by
/// the System V ABI. The arguments are in rdi, rsi, rdx, rcx and r8. All used registers are
/// caller-saved. They need at least 256 bytes, and the two memories must not overlap.
final class CopyInstructions {
  private static final String BEGIN =
      """
      f3 0f 1e fa              ; endbr64
      48 01 f7                 ; add    rdi, rsi
      48 8d 34 0a              ; lea    rsi, [rdx + rcx]
      """;

  /// Moves on to the next beginning of a line of the target, after copying at least the bytes
  /// before it.
  private static final String TO_A_LINE =
      """
      f3 0f 6f 06              ; movdqu xmm0, [rsi]
      f3 0f 6f 4e 10           ; movdqu xmm1, [rsi + 16]
      f3 0f 6f 56 20           ; movdqu xmm2, [rsi + 32]
      f3 0f 6f 5e 30           ; movdqu xmm3, [rsi + 48]
      f3 0f 7f 07              ; movdqu [rdi], xmm0
      f3 0f 7f 4f 10           ; movdqu [rdi + 16], xmm1
      f3 0f 7f 57 20           ; movdqu [rdi + 32], xmm2
      f3 0f 7f 5f 30           ; movdqu [rdi + 48], xmm3
      89 f8                    ; mov    eax, edi
      f7 d8                    ; neg    eax
      83 e0 3f                 ; and    eax, 63
      48 01 c7                 ; add    rdi, rax
      48 01 c6                 ; add    rsi, rax
      49 29 c0                 ; sub    r8, rax
      """;

  /// The data is copied in two halves of whole lines, because the processor reads ahead for each of
  /// them.
  private static final String IN_HALVES =
      """
      4c 89 c1                 ; mov    rcx, r8
      48 83 e1 80              ; and    rcx, -128
      49 29 c8                 ; sub    r8, rcx
      48 d1 e9                 ; shr    rcx, 1
      48 8d 14 0f              ; lea    rdx, [rdi + rcx]
      4c 8d 0c 0e              ; lea    r9, [rsi + rcx]
      """;

  private static final String NEXT_LINES =
      """
      48 83 c6 40              ; add    rsi, 64
      49 83 c1 40              ; add    r9, 64
      48 83 c7 40              ; add    rdi, 64
      48 83 c2 40              ; add    rdx, 64
      48 83 e9 40              ; sub    rcx, 64
      """;

  private static final String STREAM =
      """
      f3 0f 6f 06              ; movdqu xmm0, [rsi]
      f3 0f 6f 4e 10           ; movdqu xmm1, [rsi + 16]
      f3 0f 6f 56 20           ; movdqu xmm2, [rsi + 32]
      f3 0f 6f 5e 30           ; movdqu xmm3, [rsi + 48]
      66 0f e7 07              ; movntdq [rdi], xmm0
      66 0f e7 4f 10           ; movntdq [rdi + 16], xmm1
      66 0f e7 57 20           ; movntdq [rdi + 32], xmm2
      66 0f e7 5f 30           ; movntdq [rdi + 48], xmm3
      f3 41 0f 6f 01           ; movdqu xmm0, [r9]
      f3 41 0f 6f 49 10        ; movdqu xmm1, [r9 + 16]
      f3 41 0f 6f 51 20        ; movdqu xmm2, [r9 + 32]
      f3 41 0f 6f 59 30        ; movdqu xmm3, [r9 + 48]
      66 0f e7 02              ; movntdq [rdx], xmm0
      66 0f e7 4a 10           ; movntdq [rdx + 16], xmm1
      66 0f e7 52 20           ; movntdq [rdx + 32], xmm2
      66 0f e7 5a 30           ; movntdq [rdx + 48], xmm3
      """
          + NEXT_LINES
          + """
          75 9a                    ; jne    the first of these
          0f ae f8                 ; sfence: what is written later is seen later
          """;

  private static final String READ_AHEAD =
      """
      0f 18 8e 00 08 00 00     ; prefetcht0 [rsi + 2048]
      f3 0f 6f 06              ; movdqu xmm0, [rsi]
      f3 0f 6f 4e 10           ; movdqu xmm1, [rsi + 16]
      f3 0f 6f 56 20           ; movdqu xmm2, [rsi + 32]
      f3 0f 6f 5e 30           ; movdqu xmm3, [rsi + 48]
      f3 0f 7f 07              ; movdqu [rdi], xmm0
      f3 0f 7f 4f 10           ; movdqu [rdi + 16], xmm1
      f3 0f 7f 57 20           ; movdqu [rdi + 32], xmm2
      f3 0f 7f 5f 30           ; movdqu [rdi + 48], xmm3
      41 0f 18 89 00 08 00 00  ; prefetcht0 [r9 + 2048]
      f3 41 0f 6f 01           ; movdqu xmm0, [r9]
      f3 41 0f 6f 49 10        ; movdqu xmm1, [r9 + 16]
      f3 41 0f 6f 51 20        ; movdqu xmm2, [r9 + 32]
      f3 41 0f 6f 59 30        ; movdqu xmm3, [r9 + 48]
      f3 0f 7f 02              ; movdqu [rdx], xmm0
      f3 0f 7f 4a 10           ; movdqu [rdx + 16], xmm1
      f3 0f 7f 52 20           ; movdqu [rdx + 32], xmm2
      f3 0f 7f 5a 30           ; movdqu [rdx + 48], xmm3
      """
          + NEXT_LINES
          + """
          75 8b                    ; jne    the first of these
          """;

  /// Fewer than 128 bytes are left: r8 bytes, after rdx and r9. They are copied relative to their
  /// end, and the last step may copy some bytes a second time.
  private static final String REST =
      """
      f3 43 0f 6f 44 01 f0     ; movdqu xmm0, [r9 + r8 - 16]
      f3 42 0f 7f 44 02 f0     ; movdqu [rdx + r8 - 16], xmm0
      49 83 e8 10              ; sub    r8, 16
      7f ec                    ; jg     the first of these
      c3                       ; ret
      """;

  /// Reads two halves in turn, and writes past the caches.
  static final String PAST_CACHES = BEGIN + TO_A_LINE + IN_HALVES + STREAM + REST;

  /// Reads two halves in turn and ahead, and writes normally.
  static final String READING_AHEAD = BEGIN + IN_HALVES + READ_AHEAD + REST;

  private CopyInstructions() {}
}
