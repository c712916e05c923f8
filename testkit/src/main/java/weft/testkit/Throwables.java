// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import weft.JobFailedException;

/// Carries what a rank's program threw to the process of the test: in words at once, for the rank
/// may be killed in the next moment, and then whole, by Java's own serialization, where that can.
/// Both processes are the same program on the same class path.
final class Throwables {
  private static final String FIELD = "\u001f";
  private static final String LINE = "\u001e";

  private Throwables() {}

  /// What was thrown in words, with the lines of its stack.
  static String words(Throwable thrown) {
    var text = new StringBuilder(thrown.getClass().getName()).append(FIELD);
    if (thrown instanceof JobFailedException failed) {
      text.append(failed.rank());
    }
    text.append(FIELD).append(thrown.getMessage() == null ? "" : thrown.getMessage());
    for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
      text.append("; caused by ").append(cause);
    }
    for (StackTraceElement at : thrown.getStackTrace()) {
      text.append(LINE)
          .append(at.getClassName())
          .append(FIELD)
          .append(at.getMethodName())
          .append(FIELD)
          .append(at.getFileName() == null ? "" : at.getFileName())
          .append(FIELD)
          .append(at.getLineNumber());
    }
    return text.toString();
  }

  /// Something to throw that says the same, at the same lines.
  static Throwable told(String words) {
    String[] lines = words.split(LINE);
    var stack = new ArrayList<StackTraceElement>();
    for (int i = 1; i < lines.length; i++) {
      String[] at = lines[i].split(FIELD, -1);
      stack.add(new StackTraceElement(at[0], at[1], at[2], Integer.parseInt(at[3])));
    }
    String[] head = lines[0].split(FIELD, -1);
    Throwable told =
        head[1].isEmpty()
            ? like(head[0], head[2])
            : new JobFailedException(Integer.parseInt(head[1]), head[2]);
    told.setStackTrace(stack.toArray(new StackTraceElement[0]));
    return told;
  }

  /// Something of the type called `name`, where that can be made of a message.
  private static Throwable like(String name, String message) {
    try {
      Class<?> type = Class.forName(name);
      Class<?> argument = type == AssertionError.class ? Object.class : String.class;
      if (type.getConstructor(argument).newInstance(message) instanceof Throwable thrown) {
        return thrown;
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      // Then only in words.
    }
    return new Told(name + ": " + message);
  }

  /// The whole, or nothing when it cannot be serialized.
  static byte @Nullable [] whole(Throwable thrown) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(thrown);
    } catch (IOException | RuntimeException e) {
      return null;
    }
    return bytes.toByteArray();
  }

  /// What [#whole] wrote, or null when it cannot be read here.
  @SuppressWarnings("BanSerializableRead") // written by this test's own ranks
  static @Nullable Throwable whole(byte[] bytes) {
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject() instanceof Throwable thrown ? thrown : null;
    } catch (IOException | ClassNotFoundException e) {
      return null;
    }
  }

  /// Stands for something thrown in another process.
  static final class Told extends RuntimeException {
    private static final long serialVersionUID = 1;

    Told(String words) {
      super(words);
    }
  }
}
