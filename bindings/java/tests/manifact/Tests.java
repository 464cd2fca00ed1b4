package manifact;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Runs the methods named test... of the classes of tests: Tests README [CLASS]. */
final class Tests {
  private static final List<Class<?>> ALL =
      List.of(ModelTests.class, CallTests.class, ReadmeTests.class, MemoryTests.class);
  static Path readme;

  private Tests() {}

  /** What a test does. */
  interface Block {
    void run() throws Exception;
  }

  static void equal(Object expected, Object actual) {
    if (!Objects.deepEquals(expected, actual))
      throw new AssertionError(text(actual) + ", not " + text(expected));
  }

  private static String text(Object value) {
    final String all = Arrays.deepToString(new Object[] {value});
    return all.substring(1, all.length() - 1);
  }

  static void holds(boolean condition, Object what) {
    if (!condition) throw new AssertionError(String.valueOf(what));
  }

  /** The exception that is thrown, which must be of a class. */
  static <T extends Throwable> T thrown(Class<T> kind, Block block) throws Exception {
    try {
      block.run();
    } catch (Throwable failed) {
      if (kind.isInstance(failed)) return kind.cast(failed);
      throw new AssertionError("another exception than " + kind, failed);
    }
    throw new AssertionError("no " + kind + " was thrown");
  }

  private static boolean passes(Method test, int number, PrintStream out)
      throws ReflectiveOperationException {
    try {
      test.invoke(null);
      out.println("ok " + number + " - " + test.getName());
      return true;
    } catch (InvocationTargetException failed) {
      out.println("not ok " + number + " - " + test.getName());
      failed.getCause().printStackTrace(out);
      return false;
    }
  }

  public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
    readme = Path.of(arguments[0]);
    final List<Method> tests = new ArrayList<>();
    for (Class<?> group : ALL) {
      if (arguments.length > 1 && !group.getSimpleName().equals(arguments[1])) continue;
      Arrays.stream(group.getDeclaredMethods())
          .filter(method -> Modifier.isStatic(method.getModifiers())
              && method.getName().startsWith("test"))
          .sorted(Comparator.comparing(Method::getName)).forEach(tests::add);
    }
    int failed = 0;
    for (int i = 0; i < tests.size(); ++i)
      if (!passes(tests.get(i), i + 1, System.out)) ++failed;
    System.out.println((tests.size() - failed) + " passed, " + failed + " failed");
    System.exit(failed == 0 && !tests.isEmpty() ? 0 : 1);
  }
}
