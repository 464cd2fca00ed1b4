// Written by bindings/generate.
package manifact;

/** The constants of manifact_log_level. */
public enum LogLevel {
  NOTE(0),
  WARNING(1);

  final int value;

  LogLevel(int value) {
    this.value = value;
  }

  static LogLevel of(int value) {
    for (LogLevel constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_log_level", value);
  }
}
