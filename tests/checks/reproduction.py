"""The pages of the papers' experiments, of the comparison and of the findings are those of the
results in the tree, and the quick run has every experiment: reproduction.py SOURCE_ROOT"""
import filecmp
import json
import pathlib
import subprocess
import sys
import tempfile


def reproduce(root, *arguments, script='reproduce'):
    command = [sys.executable, root / 'bench' / script, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check_page(root, folder):
    """Paths of the pages and plots that differ from those made anew."""
    reproduce(root, '--page', '--output', folder)
    for script in ('compare', 'findings'):
        reproduce(root, '--page', '--output', folder, script=script)
    made = {path.relative_to(folder) for path in folder.rglob('*') if path.is_file()}
    pages = [root / 'docs' / f'{name}.md' for name in ('reproduction', 'comparison', 'findings')]
    kept = {path.relative_to(root / 'docs')
            for path in [*pages, *(root / 'docs/images').glob('reproduction-*.svg')]}
    for path in sorted(made | kept):
        if path not in made or path not in kept or not filecmp.cmp(
                folder / path, root / 'docs' / path, shallow=False):
            yield (f'docs/{path} is not that of the results: run bench/reproduce --page, '
                   'bench/compare --page, bench/findings --page')


def check_list(root, folder):
    """Experiments are listed, and results belong to one of them."""
    listed = reproduce(root, '--quick', '--dry-run', '--results', folder).splitlines()[1:-1]
    names = {}
    for line in listed:
        name, *_, fits, missing, _, unit = line.split()
        names[name] = int(fits)
        if fits != missing or int(fits) == 0:
            yield f'{name}: {fits} fits of the quick run, of which {missing} are missing'
    whole = reproduce(root, '--dry-run', '--results', folder).splitlines()[1:-1]
    for line in whole:
        name, *_, fits, _, _, _ = line.split()
        if names.pop(name, 0) > int(fits):
            yield f'{name}: the quick run has more fits than the whole one'
    if names:
        yield f'only in the quick run: {", ".join(names)}'
    known = {line.split()[0] for line in whole}
    for path in sorted((root / 'bench/results').glob('*.json')):
        results = json.loads(path.read_text())
        if results['experiment'] != path.stem or path.stem not in known:
            yield f'{path.name} is of no experiment'
        for record in results['records']:
            if not {'column', 'draw', 'seed', 'machine', 'scores'} <= set(record):
                yield f'{path.name}: a record of draw {record.get("draw")} is not complete'


def main():
    root = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        problems = [*check_page(root, folder), *check_list(root, folder / 'none')]
    print('\n'.join(problems) or 'as the results')
    return bool(problems)


sys.exit(main())
