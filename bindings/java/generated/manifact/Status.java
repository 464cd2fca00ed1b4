// Written by bindings/generate.
package manifact;

/** The constants of manifact_status. */
public enum Status {
  OK(0),
  ITERATION_LIMIT(1),
  FEWER_CLUSTERS(2),
  CONTRADICTIONS(3),
  NOT_CONVERGED(4),
  ERROR_NULL(-101),
  ERROR_HANDLE(-102),
  ERROR_ARGUMENT(-103),
  ERROR_OPTION(-104),
  ERROR_LENGTH(-105),
  ERROR_MISMATCH(-106),
  ERROR_BUSY(-107),
  ERROR_STRUCTURE(-201),
  ERROR_VALUE(-202),
  ERROR_EMPTY(-203),
  ERROR_FORMAT(-204),
  ERROR_CORRUPT(-205),
  ERROR_VERSION(-206),
  ERROR_NUMERICS(-301),
  ERROR_MEMORY(-401),
  ERROR_BUDGET(-402),
  ERROR_IO(-403),
  ERROR_THREADS(-404),
  ERROR_FEATURE(-405),
  ERROR_CANCELLED(-501),
  ERROR_INTERNAL(-601);

  final int value;

  Status(int value) {
    this.value = value;
  }

  static Status of(int value) {
    for (Status constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_status", value);
  }
}
