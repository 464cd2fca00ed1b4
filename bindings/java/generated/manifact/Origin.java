// Written by bindings/generate.
package manifact;

/** The constants of manifact_origin. */
public enum Origin {
  UNKNOWN(0),
  DEFAULT(1),
  PRESET(2),
  DATA(3),
  USER(4);

  final int value;

  Origin(int value) {
    this.value = value;
  }

  static Origin of(int value) {
    for (Origin constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_origin", value);
  }
}
