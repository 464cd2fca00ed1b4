package manifact;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program at the beginning of README.md prints what is printed below it. */
final class ReadmeTests {
  private static final Pattern BLOCKS =
      Pattern.compile("```java\n(.*?)```.*?```text\n(.*?)```", Pattern.DOTALL);

  private ReadmeTests() {}

  static void testExample() throws Exception {
    final Matcher blocks = BLOCKS.matcher(Files.readString(Tests.readme));
    Tests.holds(blocks.find(), "README.md has no program and what it prints");
    final Path folder = Files.createTempDirectory("manifact");
    final Path source = Files.writeString(folder.resolve("News.java"), blocks.group(1));
    try {
      final String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      final Process run = new ProcessBuilder(java, source.toString())
          .redirectError(ProcessBuilder.Redirect.INHERIT).start();
      final String printed;
      try (InputStream out = run.getInputStream()) {
        printed = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      }
      Tests.equal(0, run.waitFor());
      Tests.equal(blocks.group(2), printed);
    } finally {
      Files.delete(source);
      Files.delete(folder);
    }
  }
}
