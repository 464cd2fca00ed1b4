// Written by bindings/generate.
package manifact;

/** The constants of manifact_search. */
public enum Search {
  NONE(0),
  AUTO(1),
  EXACT(2),
  APPROXIMATE(3);

  final int value;

  Search(int value) {
    this.value = value;
  }

  static Search of(int value) {
    for (Search constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_search", value);
  }
}
