// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import java.nio.file.Path;
import weft.layer.Layer;
import weft.layer.LayerSettings;
import weft.mobile.residence.KeeperProvider;
import weft.mobile.residence.ObjectHost;
import weft.transport.JobSetting;

/// Keeps the objects of a job as `--objects`, `--store`, `--store-limit` and `--store-direct` say.
@SuppressWarnings("exports") // a service of that module, and of nobody else
public final class SettingsKeeper implements KeeperProvider {
  /// Created by the service loader.
  public SettingsKeeper() {}

  @Override
  public void keep(ObjectHost host) {
    Layer layer = Layer.of(host.world());
    String limit = layer.settings().of(JobSetting.OBJECTS);
    if (limit != null) {
      Residence.of(host).keep(LayerSettings.bytes(limit, "--objects"), StorePlan.of(layer));
    }
  }

  /// Where the store is, and how large it may become.
  record StorePlan(Path folder, long limit, boolean direct) {
    static StorePlan of(Layer layer) {
      String folder = layer.settings().of(JobSetting.STORE);
      String limit = layer.settings().of(JobSetting.STORE_LIMIT);
      String direct = layer.settings().of(JobSetting.STORE_DIRECT);
      return new StorePlan(
          Path.of(folder == null ? System.getProperty("java.io.tmpdir") : folder),
          limit == null ? Long.MAX_VALUE : LayerSettings.bytes(limit, "--store-limit"),
          direct != null && !direct.equals("0"));
    }
  }
}
