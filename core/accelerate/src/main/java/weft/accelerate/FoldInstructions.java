// SPDX-License-Identifier: Apache-2.0
package weft.accelerate;

/// The instructions of [NativeAccelerator#addAll], as a disassembler would list them. They use
/// SSE2, which every x86-64 processor has.
///
/// They are `void add(char *to, long at, const char *own, long ownAt, char **table, long before,
/// long operands, long all, long bytes, long from)`, called by the System V ABI. Six arguments are
/// in rdi, rsi, rdx, rcx, r8 and r9, and the others on the stack. All used registers are
/// caller-saved. The table has the addresses of the operands and of the places, `all` in total. The
/// code writes `own` into it as number `before`, and `to` as the first place. It adds `bytes` bytes
/// from byte `from` on: whole lines of 64 bytes, at least one. Each line is read completely, 1 KB
/// ahead, before it is written anywhere.
final class FoldInstructions {
  private static final String LISTING =
      """
      f3 0f 1e fa                 ; endbr64
      48 01 f7                    ; add    rdi, rsi
      48 01 ca                    ; add    rdx, rcx
      48 8b 4c 24 08              ; mov    rcx, [rsp + 8]: how many operands
      4b 89 14 c8                 ; mov    [r8 + r9 * 8], rdx
      49 89 3c c8                 ; mov    [r8 + rcx * 8], rdi
      48 8b 54 24 10              ; mov    rdx, [rsp + 16]: how many operands and places
      48 8b 74 24 18              ; mov    rsi, [rsp + 24]: how many bytes
      4c 8b 4c 24 20              ; mov    r9, [rsp + 32]: from where on
      49 8b 38                    ; mov    rdi, [r8]: a line of the first operand
      42 0f 18 8c 0f 00 04 00 00  ; prefetcht0 [rdi + r9 + 1024]
      42 0f 10 04 0f              ; movups xmm0, [rdi + r9]
      42 0f 10 4c 0f 10           ; movups xmm1, [rdi + r9 + 16]
      42 0f 10 54 0f 20           ; movups xmm2, [rdi + r9 + 32]
      42 0f 10 5c 0f 30           ; movups xmm3, [rdi + r9 + 48]
      b8 01 00 00 00              ; mov    eax, 1
      49 8b 3c c0                 ; mov    rdi, [r8 + rax * 8]: of the next
      42 0f 18 8c 0f 00 04 00 00  ; prefetcht0 [rdi + r9 + 1024]
      42 0f 10 24 0f              ; movups xmm4, [rdi + r9]
      42 0f 10 6c 0f 10           ; movups xmm5, [rdi + r9 + 16]
      42 0f 10 74 0f 20           ; movups xmm6, [rdi + r9 + 32]
      42 0f 10 7c 0f 30           ; movups xmm7, [rdi + r9 + 48]
      %1$s c4 ; %2$s  xmm0, xmm4
      %1$s cd ; %2$s  xmm1, xmm5
      %1$s d6 ; %2$s  xmm2, xmm6
      %1$s df ; %2$s  xmm3, xmm7
      ff c0                       ; inc    eax
      39 c8                       ; cmp    eax, ecx
      72 c6                       ; jb     of the next
      49 8b 3c c0                 ; mov    rdi, [r8 + rax * 8]: to a place
      42 0f 11 04 0f              ; movups [rdi + r9], xmm0
      42 0f 11 4c 0f 10           ; movups [rdi + r9 + 16], xmm1
      42 0f 11 54 0f 20           ; movups [rdi + r9 + 32], xmm2
      42 0f 11 5c 0f 30           ; movups [rdi + r9 + 48], xmm3
      ff c0                       ; inc    eax
      39 d0                       ; cmp    eax, edx
      72 df                       ; jb     to a place
      49 83 c1 40                 ; add    r9, 64
      48 83 ee 40                 ; sub    rsi, 64
      0f 85 6f ff ff ff           ; jne    a line of the first operand
      c3                          ; ret
      """;

  static final String INTS = LISTING.formatted("66 0f fe", "paddd");
  static final String LONGS = LISTING.formatted("66 0f d4", "paddq");

  /// A prefix without effect makes it as long as the others.
  static final String FLOATS = LISTING.formatted("3e 0f 58", "ds addps");

  static final String DOUBLES = LISTING.formatted("66 0f 58", "addpd");

  private FoldInstructions() {}
}
