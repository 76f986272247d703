/** One day of the simulation. */
export interface SimulatedDay {
  number: number;
  stage: number;
  cap: number;
  people: number;
  sends: number;
  score: number;
  level: string;
  why: string;
}

const LEFT = 60;
const WIDTH = 860;
const TOP = { people: 70, score: 360 };
const HEIGHT = { people: 220, score: 130 };
const INK = { cap: "#1d4ed8", people: "#93c5fd", score: "#b45309", grid: "#e5e7eb", text: "#374151" };

/**
 * Draws the diagram in docs/protection.md: the cap and the new people per day at the top, and the score for the same
 * days below.
 */
export function drawSimulation(days: SimulatedDay[]): string {
  const last = days.length;
  const most = Math.max(20, Math.ceil(Math.max(...days.map(({ cap }) => cap)) / 20) * 20);
  const x = (day: number) => round(LEFT + ((day - 1) / last) * WIDTH);
  const people = (value: number) => round(TOP.people + HEIGHT.people * (1 - value / most));
  const score = (value: number) => round(TOP.score + HEIGHT.score * (1 - value / 100));
  const bar = round((WIDTH / last) * 0.75);

  const grid = [
    ...steps(0, most, most / 4).map((value) => line(people(value), `${value}`)),
    ...[0, 40, 60, 80, 100].map((value) => line(score(value), `${value}`)),
    ...steps(10, last, 10).map((day) => label(x(day), TOP.score + HEIGHT.score + 18, `${day}`, "middle")),
  ];
  const bars = days.map(
    (day) =>
      `<rect x="${x(day.number)}" y="${people(day.people)}" width="${bar}" height="${round(people(0) - people(day.people))}" fill="${INK.people}"/>`,
  );
  const capSteps = days.map(
    ({ number, cap }, i) => `${i === 0 ? "M" : "L"}${x(number)} ${people(cap)}H${x(number + 1)}`,
  );
  const scoreLine = days.map(({ number, score: value }, i) => `${i === 0 ? "M" : "L"}${x(number)} ${score(value)}`);
  const stages = days
    .filter(({ stage }, i) => days[i - 1]?.stage !== stage)
    .map(({ number, stage, cap }) => label(x(number) + 2, people(cap) - 5, `stage ${stage}`, "start", 10));

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 560" font-family="sans-serif" role="img" aria-label="New people a day, their cap and the safety score over ${last} days">`,
    `<rect width="960" height="560" fill="#ffffff"/>`,
    label(LEFT, 24, `${last} days of a number's life, simulated`, "start", 16),
    `<rect x="${LEFT}" y="38" width="14" height="10" fill="${INK.people}"/>`,
    label(LEFT + 20, 47, "new people written to", "start"),
    `<path d="M${LEFT + 170} 43h20" stroke="${INK.cap}" stroke-width="2"/>`,
    label(LEFT + 196, 47, "cap of the day", "start"),
    `<path d="M${LEFT + 310} 43h20" stroke="${INK.score}" stroke-width="2"/>`,
    label(LEFT + 336, 47, "safety score (good from 80, watch from 60, risk from 40)", "start"),
    ...grid,
    ...bars,
    `<path d="${capSteps.join("")}" fill="none" stroke="${INK.cap}" stroke-width="2"/>`,
    ...stages,
    `<path d="${scoreLine.join("")}" fill="none" stroke="${INK.score}" stroke-width="2"/>`,
    vertical(TOP.people + HEIGHT.people / 2, "people a day"),
    vertical(TOP.score + HEIGHT.score / 2, "score"),
    label(LEFT + WIDTH / 2, TOP.score + HEIGHT.score + 38, "days since the number was linked", "middle"),
    "</svg>\n",
  ].join("\n");
}

const round = (value: number) => Math.round(value * 10) / 10;

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by);
}

const line = (y: number, text: string) =>
  `<path d="M${LEFT} ${y}h${WIDTH}" stroke="${INK.grid}"/>${label(LEFT - 8, y + 4, text, "end")}`;

const label = (x: number, y: number, text: string, anchor: "start" | "middle" | "end", size = 12) =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${INK.text}">${text}</text>`;

const vertical = (y: number, text: string) =>
  `<text x="18" y="${y}" font-size="12" text-anchor="middle" fill="${INK.text}" transform="rotate(-90 18 ${y})">${text}</text>`;
