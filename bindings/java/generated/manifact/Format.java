// Written by bindings/generate.
package manifact;

/** The constants of manifact_format. */
public enum Format {
  AUTO(0),
  MATRIX_MARKET(1),
  SVMLIGHT(2),
  CSV(3),
  COUNTS(4);

  final int value;

  Format(int value) {
    this.value = value;
  }

  static Format of(int value) {
    for (Format constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_format", value);
  }
}
