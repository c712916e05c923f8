// SPDX-License-Identifier: Apache-2.0
package weft.mobile.residence;

/// Keeps the objects of a rank whose job has the setting `--objects`. A library provides it as a
/// service.
public interface KeeperProvider {
  /// Keeps the objects of `host` as the settings of the job say.
  void keep(ObjectHost host);
}
