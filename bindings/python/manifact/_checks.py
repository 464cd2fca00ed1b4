"""What check_estimator() of scikit-learn has to know of each method."""

# Methods that refuse negative values.
NON_NEGATIVE = frozenset(('ccf', 'gdcf', 'gnmf', 'nmf', 'onmtf'))

_CLASSES = 'labels of more classes than n_clusters are refused'
_CENTERED = {
    'check_clustering': 'the check centers its data, but the method refuses negative values'}
_LABELED = {
    'check_methods_sample_order_invariance': _CLASSES,
    'check_methods_subset_invariance': _CLASSES,
    'check_fit2d_1feature': _CLASSES,
    'check_dict_unchanged': _CLASSES,
    'check_dont_overwrite_parameters': _CLASSES,
    'check_fit2d_predict1d': _CLASSES,
}
_SCALED = {'check_fit2d_1sample': 'scaled to 0 .. 1, one document is empty; the message says this '
                                  'and not n_samples=1'}

# {method: {check: why it cannot hold}}
EXPECTED_FAILURES = {
    **{method: _LABELED for method in ('rcf', 'semi-lccf', 'cnpcf')},
    **{method: {**_LABELED, **_CENTERED} for method in ('ccf', 'gdcf')},
    **{method: _CENTERED for method in ('gnmf', 'nmf', 'onmtf')},
    'label-propagation': {
        **_LABELED, 'check_clustering': 'labels of some documents are required'},
    **{method: _SCALED for method in ('can', 'pcan', 'ssc')},
}


def newer_failures(method: str) -> dict[str, str]:
    """The same for the checks of scikit-learn 1.6 and later: `expected_failed_checks` of
    check_estimator(). Their check_dict_unchanged asks for more clusters."""
    failures = {check: reason for check, reason in EXPECTED_FAILURES.get(method, {}).items()
                if check != 'check_dict_unchanged'}
    failures['check_do_not_raise_errors_in_init_or_set_params'] = (
        'the check takes **expert of the signature for the name of a parameter')
    if method in NON_NEGATIVE:
        failures['check_positive_only_tag_during_fit'] = (
            'the message is that of the library, which names the value, its row and its column')
    return failures
