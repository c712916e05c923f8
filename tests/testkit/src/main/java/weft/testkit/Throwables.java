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
import weft.transport.StackText;

/// Carries an exception from a rank's program to the process of the test. It is first written as
/// text, because the rank may be killed at any time, and then by Java serialization if possible.
/// Both processes run on the same class path.
final class Throwables {
  private static final String FIELD = "\u001f";
  private static final String LINE = "\u001e";

  private Throwables() {}

  /// An exception as text, with the lines of its stack.
  static String words(Throwable thrown) {
    var text = new StringBuilder(thrown.getClass().getName()).append(FIELD);
    if (thrown instanceof JobFailedException failed) {
      text.append(failed.rank());
    }
    String message = StackText.message(thrown);
    text.append(FIELD).append(message == null ? "" : message);
    for (Throwable cause = StackText.cause(thrown); cause != null; cause = StackText.cause(cause)) {
      text.append("; caused by ").append(StackText.sentence(cause));
    }
    for (StackTraceElement at : StackText.frames(thrown)) {
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

  /// An exception with the same message and stack.
  static Throwable ofText(String words) {
    String[] lines = words.split(LINE);
    var stack = new ArrayList<StackTraceElement>();
    for (int i = 1; i < lines.length; i++) {
      String[] at = lines[i].split(FIELD, -1);
      stack.add(new StackTraceElement(at[0], at[1], at[2], Integer.parseInt(at[3])));
    }
    String[] head = lines[0].split(FIELD, -1);
    Throwable made =
        head[1].isEmpty()
            ? like(head[0], head[2])
            : new JobFailedException(Integer.parseInt(head[1]), head[2]);
    made.setStackTrace(stack.toArray(new StackTraceElement[0]));
    return made;
  }

  /// An exception of the type `name`, if it can be created from a message.
  private static Throwable like(String name, String message) {
    try {
      Class<?> type = Class.forName(name);
      Class<?> argument = type == AssertionError.class ? Object.class : String.class;
      if (type.getConstructor(argument).newInstance(message) instanceof Throwable thrown) {
        return thrown;
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      // Then only the text is kept.
    }
    return new Told(name + ": " + message);
  }

  /// The serialized exception, or null if it cannot be serialized.
  static byte @Nullable [] whole(Throwable thrown) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(thrown);
    } catch (IOException | RuntimeException e) {
      return null;
    }
    return bytes.toByteArray();
  }

  /// Reads the result of [#whole(Throwable)]; null if it cannot be read here.
  @SuppressWarnings("BanSerializableRead") // written by this test's own ranks
  static @Nullable Throwable whole(byte[] bytes) {
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject() instanceof Throwable thrown ? thrown : null;
    } catch (IOException | ClassNotFoundException e) {
      return null;
    }
  }

  /// Represents an exception thrown in another process.
  static final class Told extends RuntimeException {
    private static final long serialVersionUID = 1;

    Told(String words) {
      super(words);
    }
  }
}
