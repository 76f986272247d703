/** A promise about cost or speed, and whether this run kept it. */
export interface Target {
  what: string;
  measured: number;
  /** The maximum or, with `atLeast`, the minimum. */
  limit: number;
  unit: string;
  atLeast?: boolean;
}

/** The result of one part of the benchmark. */
export interface PartReport {
  /** The Markdown below the part's heading. */
  body: string;
  targets: Target[];
}

export const isMet = ({ measured, limit, atLeast }: Target): boolean =>
  atLeast ? measured >= limit : measured <= limit;

/** Formats a number with up to two decimals and no trailing zeros. */
export const number = (value: number): string => String(Math.round(value * 100) / 100);

/** Formats a markdown table. */
export function tableOf(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === "number" ? number(cell) : cell)).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Formats the targets as a table of promised and measured values. */
export const targetTable = (targets: Target[]): string =>
  tableOf(
    ["Target", "Limit", "Measured", ""],
    targets.map((target) => [
      target.what,
      `${target.atLeast ? "≥" : "≤"} ${number(target.limit)} ${target.unit}`,
      `${number(target.measured)} ${target.unit}`,
      isMet(target) ? "met" : "**missed**",
    ]),
  );

/** Returns the last line that a part prints. */
export function verdict(part: string, targets: Target[]): string {
  const missed = targets.filter((target) => !isMet(target));
  if (targets.length === 0) return `${part}: measured, nothing is promised.`;
  if (missed.length === 0) return `${part}: all ${targets.length} targets met.`;
  const list = missed.map(
    ({ what, measured, limit, unit }) => `${what} ${number(measured)} ${unit} (${number(limit)})`,
  );
  return `${part}: ${missed.length} of ${targets.length} targets missed: ${list.join("; ")}.`;
}
