// SPDX-License-Identifier: Apache-2.0

import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteOptions;

/// Other stores of objects, for `weft bench outofcore --peers`: each is set to lose all after a
/// crash and to compress nothing, as Weft's own store does.
///
/// Arguments: the store, a folder, the number of rounds, the number of objects, and their bytes.
/// Prints the medians of the nanoseconds to put an object and to get it.
final class StorePeer {
  private interface Store extends AutoCloseable {
    void put(long key, byte[] value) throws Exception;

    byte[] get(long key) throws Exception;

    void flush() throws Exception;

    @Override
    void close();
  }

  private static Store mvStore(Path folder) {
    MVStore store =
        new MVStore.Builder().fileName(folder.resolve("mv").toString()).cacheSize(16).open();
    MVMap<Long, byte[]> map = store.openMap("objects");
    return new Store() {
      @Override
      public void put(long key, byte[] value) {
        map.put(key, value);
      }

      @Override
      public byte[] get(long key) {
        return map.get(key);
      }

      @Override
      public void flush() {
        store.commit();
      }

      @Override
      public void close() {
        store.closeImmediately();
      }
    };
  }

  private static Store rocksDb(Path folder) throws Exception {
    RocksDB.loadLibrary();
    var options =
        new Options().setCreateIfMissing(true).setCompressionType(CompressionType.NO_COMPRESSION);
    RocksDB store = RocksDB.open(options, folder.resolve("rocks").toString());
    WriteOptions fast = new WriteOptions().setDisableWAL(true);
    return new Store() {
      @Override
      public void put(long key, byte[] value) throws Exception {
        store.put(fast, bytes(key), value);
      }

      @Override
      public byte[] get(long key) throws Exception {
        return store.get(bytes(key));
      }

      @Override
      public void flush() throws Exception {
        store.flush(new org.rocksdb.FlushOptions());
      }

      @Override
      public void close() {
        store.close();
      }
    };
  }

  private static byte[] bytes(long key) {
    var bytes = new byte[Long.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[i] = (byte) (key >>> 8 * i);
    }
    return bytes;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    int rounds = Integer.parseInt(args[2]);
    int count = Integer.parseInt(args[3]);
    var value = new byte[Integer.parseInt(args[4])];
    var random = new SplittableRandom(7);
    random.nextBytes(value);
    var puts = new long[rounds];
    var gets = new long[rounds];
    try (Store store = args[0].equals("mvstore") ? mvStore(folder) : rocksDb(folder)) {
      for (int round = -2; round < rounds; round++) {
        long began = System.nanoTime();
        for (int i = 0; i < count; i++) {
          value[0]++;
          store.put(i, value.clone());
        }
        store.flush();
        puts[Math.max(round, 0)] = (System.nanoTime() - began) / count;
        began = System.nanoTime();
        long length = 0;
        for (int i = 0; i < count; i++) {
          length += store.get((i * 7919L) % count).length;
        }
        gets[Math.max(round, 0)] = (System.nanoTime() - began) / count;
        if (length != (long) count * value.length) {
          throw new IllegalStateException("objects are missing");
        }
      }
    }
    Arrays.sort(puts);
    Arrays.sort(gets);
    System.out.println(puts[rounds / 2] + " " + gets[rounds / 2]);
  }
}
