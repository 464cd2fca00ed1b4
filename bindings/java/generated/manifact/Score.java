// Written by bindings/generate.
package manifact;

/** The constants of manifact_score. */
public enum Score {
  CONCEPT(1),
  LIFT(2),
  EXCLUSIVITY(3);

  final int value;

  Score(int value) {
    this.value = value;
  }

  static Score of(int value) {
    for (Score constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_score", value);
  }
}
