import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { machineTime } from "../../../test/support/machine-time.ts";
import { tableOf } from "./report.ts";

const FILE = new URL("../../../docs/benchmarks.md", import.meta.url);

const HEAD = `# Benchmarks

This page shows what the gateway costs and how fast it is, as measured by \`npm run bench -w tools\`. To run a single part, add its name: \`npm run bench -w tools -- cost\`. Each part
prints a verdict at the end, and exits with code 1 if it missed a target. A part rewrites only its own section of this page.
We promise only counts and ratios from the same run, because absolute times on a shared machine mean little.
`;

/** Matches a row in a section's table of targets, with the measured value and whether the target was met. */
const TARGET = /^\| ([^|]+) \| ([≤≥] [^|]+) \| ([^|]+) \| (?:met|\*\*missed\*\*) \|$/gm;
const MISSED = "**missed** |";

const MACHINE = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

/** Replaces one section of docs/benchmarks.md, keeping the parts in order. */
export function writeSection(section: { title: string; name: string; body: string; order: string[] }): void {
  const kept = new Map(sectionsOf(existsSync(FILE) ? readFileSync(FILE, "utf8") : ""));
  const day = machineTime().toISOString().slice(0, 10);
  const about = `\`npm run bench -w tools -- ${section.name}\`, ${day}, on ${MACHINE}.`;
  kept.set(section.title, `${about}\n\n${section.body.trim()}`);
  const known = section.order.filter((title) => kept.has(title));
  // Sections that don't belong to a part stay after those that do.
  const others = [...kept.keys()].filter((title) => !section.order.includes(title));
  const titles = [...known, ...others];
  const text = titles.map((title) => `## ${title}\n\n${kept.get(title)}`).join("\n\n");
  writeFileSync(FILE, `${HEAD}\n${summary(titles.map((title) => [title, kept.get(title) ?? ""]))}\n\n${text}\n`);
}

/** Returns a table of how many targets each section has and which ones it misses. */
function summary(sections: readonly [title: string, text: string][]): string {
  const rows = sections.map(([title, text]) => {
    const targets = [...text.matchAll(TARGET)];
    const missed = targets.filter(([row]) => row.endsWith(MISSED));
    const named = missed.map(([, what, limit, measured]) => `${what}: ${measured?.trim()}, promised ${limit?.trim()}`);
    return [
      title,
      targets.length === 0 ? "" : `${targets.length - missed.length} of ${targets.length}`,
      named.join("; "),
    ];
  });
  return tableOf(["Part", "Targets met", "Missed"], rows);
}

/** Returns the title and text of each section of a page. */
function sectionsOf(page: string): [title: string, text: string][] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end).trim(), section.slice(end).trim()];
    });
}
