// SPDX-License-Identifier: Apache-2.0
/// Tests of programs on several ranks, and the suite that every transport has to pass.
module weft.testkit {
  requires transitive weft;
  requires weft.transport.shm;
  requires transitive org.junit.jupiter.api;
  requires static org.jspecify;
}
