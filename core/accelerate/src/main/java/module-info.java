// SPDX-License-Identifier: Apache-2.0
/// Machine code for copies and sums of large data. It is optional, and the only module of Weft that
/// makes memory executable.
module weft.accelerate {
  requires weft;
  requires static org.jspecify;

  provides weft.memory.Accelerator with
      weft.accelerate.NativeAccelerator;
}
