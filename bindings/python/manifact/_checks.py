"""What scikit-learn's check_estimator is told of each method."""

# Methods that refuse negative values.
NON_NEGATIVE = frozenset()

# {method: {check: why it cannot hold}}
EXPECTED_FAILURES = {}
