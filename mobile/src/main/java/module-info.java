// SPDX-License-Identifier: Apache-2.0
/// Objects that move between the ranks of a job, and the balancing of their loads.
module weft.mobile {
  requires transitive weft;
  requires transitive weft.collective;
  requires static org.jspecify;

  exports weft.mobile;
  exports weft.mobile.balance;
}
