"""R CMD check of the package of R, with its tests, in the current folder:
r_package.py SOURCE

pkg-config finds the library, PKG_CONFIG_PATH if need be. The package stays installed in the folder
manifact.Rcheck, for other tests. A line counts the tests, for scripts/tally.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

CHECKED = pathlib.Path('manifact.Rcheck')
REPOSITORY = pathlib.Path('manifact.Rrepository')
# What needs a network, or the time of a server.
OFFLINE = {'_R_CHECK_CRAN_INCOMING_': 'FALSE', '_R_CHECK_CRAN_INCOMING_REMOTE_': 'FALSE',
           '_R_CHECK_SYSTEM_CLOCK_': 'FALSE', '_R_CHECK_FORCE_SUGGESTS_': 'FALSE'}


def without_network():
    """The environment of a check: its repository of packages is a folder without any."""
    packages = REPOSITORY / 'src/contrib/PACKAGES'
    packages.parent.mkdir(parents=True, exist_ok=True)
    packages.write_text('')
    profile = REPOSITORY / 'profile.R'
    profile.write_text(f'options(repos = c(CRAN = "{REPOSITORY.resolve().as_uri()}"))\n')
    return {**os.environ, **OFFLINE, 'R_PROFILE': str(profile.resolve())}


def main(source):
    for old in pathlib.Path().glob('manifact_*.tar.gz'):
        old.unlink()
    shutil.rmtree(CHECKED, ignore_errors=True)
    # The vignette is made by packages that Debian has.
    has_makers = subprocess.run(['Rscript', '--vanilla', '-e', 'library(knitr); library(markdown)'],
                                capture_output=True).returncode == 0
    subprocess.run(['R', 'CMD', 'build', *([] if has_makers else ['--no-build-vignettes']), source],
                   check=True, stdout=subprocess.DEVNULL)
    package, = pathlib.Path().glob('manifact_*.tar.gz')
    # The check itself loads the package several times; the installation need not.
    run = subprocess.run(['R', 'CMD', 'check', '--as-cran', '--no-manual',
                          *([] if has_makers else ['--ignore-vignettes']),
                          '--install-args=--no-test-load', package],
                         env=without_network(), capture_output=True, text=True)
    # One paragraph a check; what is neither OK nor none is shown.
    for part in re.split(r'^\* ', run.stdout, flags=re.M)[1:]:
        if re.search(r'\.\.\. (?!OK$).*(ERROR|WARNING|NOTE)', part, re.M):
            print('* ' + part)
    status = re.search(r'^Status: (.*)$', run.stdout, re.M)
    if status is None:
        sys.exit(run.stdout + run.stderr)
    for name in ('run.Rout', 'run.Rout.fail'):
        if (CHECKED / 'tests' / name).exists():
            output = (CHECKED / 'tests' / name).read_text('utf-8', 'replace')
            print(*re.findall(r'^(?:failed|skipped): .*|^\d+ passed.*', output, re.M), sep='\n')
    print('R CMD check:', status[1])
    return 1 if re.search('ERROR|WARNING', status[1]) else 0


sys.exit(main(sys.argv[1]))
