// Written by bindings/generate.
package manifact;

/** The constants of manifact_gamma. */
public enum Gamma {
  ROW(1),
  FIXED(2);

  final int value;

  Gamma(int value) {
    this.value = value;
  }

  static Gamma of(int value) {
    for (Gamma constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_gamma", value);
  }
}
