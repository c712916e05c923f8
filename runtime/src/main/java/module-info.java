// SPDX-License-Identifier: Apache-2.0
/// Weft: active messages between the ranks of a parallel program, and the transport of threads.
// Each package is exported when it has a type: weft and weft.transport to all, weft.memory only to
// weft.transport.shm and weft.testkit (then with @SuppressWarnings("module"): they are built
// later).
module weft {
  requires static transitive org.jspecify;
}
