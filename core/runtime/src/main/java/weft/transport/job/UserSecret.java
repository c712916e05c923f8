// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import weft.WeftException;

/// The secret of a user, in a file that only this user can read. The token of each job is derived
/// from it and from the job's name, so that no two jobs share one, and whoever learns the token of
/// a job learns nothing about that of another.
public final class UserSecret {
  private static final int BYTES = 32;
  private static final String STEP = "token of a job";

  private UserSecret() {}

  /// Returns the file of the secret, which may not exist.
  public static Path path(Map<String, String> environment) {
    return UserFolder.configuration(environment).resolve("token");
  }

  /// Makes the secret of this user, unless there is one. Returns whether it was made.
  ///
  /// @throws IOException if the file cannot be written
  public static boolean make(Map<String, String> environment) throws IOException {
    Path file = path(environment);
    Path folder = UserFolder.configuration(environment);
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    // A rank that reads it meanwhile must not see a part of it.
    Path part =
        Files.createTempFile(
            folder,
            "token",
            ".part",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(part, Hex.random(BYTES) + "\n");
      Files.createLink(file, part); // Unlike a move, it replaces nothing.
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /// Returns the token of the job called `job`, which is derived from the secret of this user.
  ///
  /// @throws WeftException if there is no secret, or others can read it
  public static String token(Map<String, String> environment, String job) {
    byte[] proof = Proof.of(read(path(environment)), STEP, job.getBytes(UTF_8));
    return Hex.of(proof);
  }

  private static String read(Path file) {
    try {
      Set<PosixFilePermission> others = Files.getPosixFilePermissions(file);
      others.removeAll(PosixFilePermissions.fromString("rwx------"));
      if (!others.isEmpty()) {
        throw new WeftException(
            "other users can read the secret in " + file + ": run `chmod 600 " + file + "`");
      }
      String secret = Files.readString(file).strip();
      if (!Hex.is(secret, BYTES)) {
        throw new WeftException(
            "the file " + file + " is not a secret of Weft: remove it, and run `weft token`");
      }
      return secret;
    } catch (NoSuchFileException e) {
      throw new WeftException(
          "ranks know each other by a secret, and there is none in "
              + file
              + ": run `weft token` once, which makes that file (hosts that do not share the home"
              + " each need a copy), or give all ranks the same WEFT_TOKEN",
          e);
    } catch (IOException e) {
      throw new WeftException("the secret in " + file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
