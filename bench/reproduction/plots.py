"""Line plots as SVG."""
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 300, 52, 150, 16, 44
COLORS = ['#1b6ca8', '#c8553d', '#3a7d44', '#7d5ba6', '#b8860b', '#555555', '#d16ba5', '#00868b']


def text(x, y, content, anchor='middle', more=''):
    content = content.replace('&', '&amp;').replace('<', '&lt;')
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{content}</text>'


def ticks_of(low, high):
    span = max(high - low, 1e-9)
    step = 10**math.floor(math.log10(span / 2))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 6)
    first = math.floor(low / step) * step
    count = math.ceil((high - first) / step - 1e-9)
    return [first + i * step for i in range(count + 1)]


def lines(title, series, x_name, y_name='accuracy, %'):
    """series: {name: [(position label, value, standard error or 0)]}; positions are evenly
    spaced in the order of their first occurrence."""
    places = list(dict.fromkeys(place for points in series.values() for place, _, _ in points))
    values = [v for points in series.values() for _, v, _ in points]
    ticks = ticks_of(min(values), max(values))
    low, high = ticks[0], max(ticks[-1], ticks[0] + 1e-9)
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x_of(place):
        return LEFT + (places.index(place) + .5) * (right - LEFT) / len(places)

    def y_of(value):
        value = min(max(value, low), high)
        return bottom - (value - low) / (high - low) * (bottom - TOP)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="11">',
           f'<title>{title.replace("&", "&amp;")}</title>',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    for tick in ticks:
        out.append(f'<path d="M{LEFT} {y_of(tick):.1f}H{right}" stroke="#dddddd"/>')
        out.append(text(LEFT - 6, y_of(tick) + 4, f'{tick:g}', 'end'))
    for place in places:
        out.append(text(x_of(place), bottom + 15, place))
    out.append(text((LEFT + right) / 2, HEIGHT - 8, x_name))
    out.append(text(12, (TOP + bottom) / 2, y_name, more=' transform="rotate(-90 12 '
                    f'{(TOP + bottom) / 2:.1f})"'))
    for number, (name, points) in enumerate(series.items()):
        color = COLORS[number % len(COLORS)]
        path = 'L'.join(f'{x_of(place):.1f} {y_of(value):.1f}' for place, value, _ in points)
        dashes = ' stroke-dasharray="5 3"' if name.endswith('print') else ''
        out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="1.6"{dashes}/>')
        for place, value, error in points:
            x = x_of(place)
            out.append(f'<circle cx="{x:.1f}" cy="{y_of(value):.1f}" r="2.6" fill="{color}"/>')
            if error:
                out.append(f'<path d="M{x:.1f} {y_of(value - error):.1f}V'
                           f'{y_of(value + error):.1f}" stroke="{color}"/>')
        y = TOP + 8 + 16 * number
        out.append(f'<path d="M{right + 10} {y}h18" stroke="{color}" stroke-width="2"{dashes}/>')
        out.append(text(right + 33, y + 4, name, 'start'))
    return '\n'.join(out + ['</svg>', ''])
