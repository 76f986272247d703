const LEFT = 80;
const TOP = 56;
const WIDTH = 840;
const HEIGHT = 300;
const COLOURS = ["#2563eb", "#dc2626", "#059669", "#d97706"];

/** A line in a plot. */
export interface Series {
  name: string;
  points: [x: number, y: number][];
}

/** Draws lines over a common x-axis as an SVG image. A dashed line marks `limit`. */
export function plot(options: {
  title: string;
  x: string;
  y: string;
  series: Series[];
  limit?: { value: number; name: string };
}): string {
  const points = options.series.flatMap(({ points }) => points);
  const xs = points.map(([x]) => x);
  const [from, to] = [Math.min(...xs), Math.max(...xs)];
  const most = niceCeiling(Math.max(...points.map(([, y]) => y), options.limit?.value ?? 0));
  const px = (x: number) => LEFT + ((x - from) / (to - from || 1)) * WIDTH;
  const py = (y: number) => TOP + HEIGHT - (y / most) * HEIGHT;
  const text = (x: number, y: number, words: string, anchor = "start", size = 12) =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" text-anchor="${anchor}">${words}</text>`;
  const line = (x1: number, y1: number, x2: number, y2: number, style: string) =>
    `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" ${style}/>`;
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    line(LEFT, py(most * share), LEFT + WIDTH, py(most * share), 'stroke="#e5e7eb"'),
    text(LEFT - 8, py(most * share) + 4, (most * share).toLocaleString("en"), "end"),
  ]);
  const ticks = Array.from({ length: 7 }, (_, n) => from + ((to - from) * n) / 6).map((x) =>
    text(px(x), TOP + HEIGHT + 18, String(Math.round(x)), "middle"),
  );
  const lines = options.series.map(({ points: own }, n) => {
    const path = own.map(([x, y], i) => `${i === 0 ? "M" : "L"}${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join("");
    return `<path d="${path}" fill="none" stroke="${COLOURS[n % COLOURS.length]}" stroke-width="1.5"/>`;
  });
  const legend = options.series.map(({ name }, n) => {
    const x = LEFT + n * 260;
    return `<rect x="${x}" y="34" width="12" height="12" fill="${COLOURS[n % COLOURS.length]}"/>${text(x + 18, 44, name)}`;
  });
  const limit = options.limit
    ? [
        line(
          LEFT,
          py(options.limit.value),
          LEFT + WIDTH,
          py(options.limit.value),
          'stroke="#111827" stroke-dasharray="6 4"',
        ),
        text(LEFT + WIDTH, py(options.limit.value) - 6, options.limit.name, "end"),
      ]
    : [];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 420" font-family="sans-serif" fill="#111827">',
    `<title>${options.title}</title>`,
    '<rect width="960" height="420" fill="#ffffff"/>',
    text(LEFT, 22, options.title, "start", 16),
    ...grid,
    ...ticks,
    ...limit,
    ...lines,
    ...legend,
    text(LEFT + WIDTH / 2, TOP + HEIGHT + 42, options.x, "middle"),
    `<text transform="translate(16 ${TOP + HEIGHT / 2}) rotate(-90)" font-size="12" text-anchor="middle">${options.y}</text>`,
    "</svg>\n",
  ].join("\n");
}

function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 4, 5, 8, 10].map((step) => step * power).find((nice) => nice >= value) ?? 10 * power;
}
