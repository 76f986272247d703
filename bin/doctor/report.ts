import type { Line } from "./run-checks.ts";

const LABELS = { ok: "ok       ", problem: "PROBLEM  ", unknown: "unknown  " } as const;

/**
 * Formats the report for a terminal and determines the exit code: 1 if there is a problem, 2 if something couldn't be
 * checked.
 */
export function report(lines: readonly Line[]): { text: string; exitCode: 0 | 1 | 2 } {
  const width = Math.max(...lines.map(({ name }) => name.length));
  const shown = lines.flatMap((line) => {
    const first = `${LABELS[line.state]}${line.name.padEnd(width)}  ${line.text}`;
    return line.state === "problem" ? [first, `${" ".repeat(9 + width)}  Do: ${line.todo}`] : [first];
  });
  const count = (state: Line["state"]) => lines.filter((line) => line.state === state).length;
  const sum = `${count("ok")} ok, ${count("problem")} to fix, ${count("unknown")} could not be checked.`;
  const rest = count("unknown") > 0 ? 2 : 0;
  return { text: [...shown, "", sum].join("\n"), exitCode: count("problem") > 0 ? 1 : rest };
}
