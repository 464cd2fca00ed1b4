package manifact;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts of three topics, the same every time. */
final class Texts {
  private static final String[][] WORDS = {
      "star orbit planet comet telescope moon rocket galaxy".split(" "),
      "butter bake oven flour sugar dough cake recipe".split(" "),
      "sail captain island harbor ship wave anchor tide".split(" ")};

  private Texts() {}

  static List<String> make(int count) {
    final Random draw = new Random(5);
    final List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; ++i) {
      final StringBuilder text = new StringBuilder();
      for (int word = 0; word < 12; ++word)
        text.append(WORDS[i % 3][draw.nextInt(8)]).append(' ');
      texts.add(text.toString().strip());
    }
    return texts;
  }
}
