// SPDX-License-Identifier: Apache-2.0
/// Mobile objects of which a part is in memory, and the others on disk.
module weft.outofcore {
  requires transitive weft.mobile;
  requires jdk.management; // what decoding an object allocates
  requires jdk.unsupported; // reads and writes without the page cache
  requires static org.jspecify;

  exports weft.outofcore;

  provides weft.mobile.residence.KeeperProvider with
      weft.outofcore.SettingsKeeper;
}
