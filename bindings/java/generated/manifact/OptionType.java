// Written by bindings/generate.
package manifact;

/** The constants of manifact_option_type. */
public enum OptionType {
  INT64(1),
  DOUBLE(2),
  TEXT(3),
  BOOL(4);

  final int value;

  OptionType(int value) {
    this.value = value;
  }

  static OptionType of(int value) {
    for (OptionType constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_option_type", value);
  }
}
