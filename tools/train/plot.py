"""Curves of the losses as an SVG picture, without further packages."""

WIDTH, HEIGHT, MARGIN = 800, 440, 60
COLOURS = ["#1b6ca8", "#c0392b"]


def svg(title, curves):
    """`curves`: name to a list of (positions, loss)."""
    points = [point for curve in curves.values() for point in curve]
    if not points:
        return ""
    left, right = min(p[0] for p in points), max(p[0] for p in points)
    low, high = min(p[1] for p in points), max(p[1] for p in points)
    right, high = max(right, left + 1), max(high, low + 1e-6)

    def place(x, y):
        column = MARGIN + (x - left) / (right - left) * (WIDTH - 2 * MARGIN)
        row = HEIGHT - MARGIN - (y - low) / (high - low) * (HEIGHT - 2 * MARGIN)
        return f"{column:.1f},{row:.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{MARGIN}" y="30" font-size="16">{title}</text>',
    ]
    for n in range(5):
        loss = low + (high - low) * n / 4
        start, end = place(left, loss), place(right, loss)
        (x1, y1), (x2, y2) = start.split(","), end.split(",")
        lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#ddd"/>')
        lines.append(f'<text x="8" y="{y1}">{loss:.4f}</text>')
        count = left + (right - left) * n / 4
        x, y = place(count, low).split(",")
        lines.append(f'<text x="{x}" y="{float(y) + 22}" text-anchor="middle">{count:,.0f}</text>')
    lines.append(
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">positions</text>'
    )
    for n, (name, curve) in enumerate(curves.items()):
        colour = COLOURS[n % len(COLOURS)]
        path = " ".join(place(*point) for point in curve)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(
            f'<text x="{WIDTH - MARGIN}" y="{30 + 18 * n}" fill="{colour}" text-anchor="end">'
            f"{name}</text>"
        )
    return "\n".join(lines + ["</svg>", ""])
