import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUNDLE_LIMIT_BYTES, type Bundle, bundleHandlers, LARGER_BUNDLES } from "../../build/bundle.ts";
import { FUNCTIONS, STREAM_FUNCTIONS } from "../../lib/wiring.ts";
import { passingFolder } from "../../test/support/passing-folder.ts";
import { spread } from "./measure.ts";
import { type PartReport, type Target, tableOf, targetTable } from "./support/report.ts";

/**
 * The number of rounds. Every function gets a new process in each round, so a slow moment on the machine affects all
 * functions alike.
 */
const ROUNDS = 9;
const IMPORT_TARGET_MS = 60;
/** The function for AI assistants. The protocol library makes it larger than the others. */
const ASSISTANTS = "mcp";
const ASSISTANTS_IMPORT_TARGET_MS = 100;
const SHOWN = 5;

/**
 * Returns the CPU time needed by a new process to load the bundle, in milliseconds. Lambda has to load it before it can
 * call the handler. Wall-clock time isn't used, because on a shared machine most of it is spent on other processes.
 */
function importMs({ folder }: Pick<Bundle, "folder">): number {
  const url = pathToFileURL(join(folder, "index.mjs")).href;
  const script = `
    const begun = process.cpuUsage();
    await import(${JSON.stringify(url)});
    const { user, system } = process.cpuUsage(begun);
    process.stdout.write(String((user + system) / 1000));`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: tmpdir(), env: {} }));
}

/** Measures the size and import time of each function's bundle, and finds its largest parts. */
export async function measureColdStart(): Promise<PartReport> {
  const outDir = passingFolder("gateway-cold-start-");
  try {
    const bundles = await bundleHandlers(join(outDir, "functions"), [...FUNCTIONS, ...Object.values(STREAM_FUNCTIONS)]);
    const times = new Map(bundles.map(({ name }) => [name, [] as number[]]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const bundle of bundles) times.get(bundle.name)?.push(importMs(bundle));
    }
    const rows = bundles.map((bundle) => ({ ...bundle, ms: spread(times.get(bundle.name) ?? []).p50 }));
    const others = rows.filter(({ name }) => name !== ASSISTANTS);
    const assistants = rows.find(({ name }) => name === ASSISTANTS);
    const targets: Target[] = [
      {
        what: "largest bundle, except the one for AI assistants",
        measured: Math.max(...others.map(({ sizeBytes }) => sizeBytes)) / 1000,
        limit: BUNDLE_LIMIT_BYTES / 1000,
        unit: "KB",
      },
      {
        what: "slowest import of these bundles (median, processor time)",
        measured: Math.max(...others.map(({ ms }) => ms)),
        limit: IMPORT_TARGET_MS,
        unit: "ms",
      },
      {
        what: "bundle for AI assistants",
        measured: (assistants?.sizeBytes ?? 0) / 1000,
        limit: (LARGER_BUNDLES[ASSISTANTS] ?? 0) / 1000,
        unit: "KB",
      },
      {
        what: "import of the bundle for AI assistants",
        measured: assistants?.ms ?? 0,
        limit: ASSISTANTS_IMPORT_TARGET_MS,
        unit: "ms",
      },
    ];
    const table = tableOf(
      ["Function", "KB", "Import, ms", "Loaded later, KB", "Heaviest, KB"],
      rows.map(({ name, sizeBytes, ms, contents, later }) => [
        name,
        Math.round(sizeBytes / 1000),
        Math.round(ms),
        later.map((one) => `${one.file.replace(/\.mjs$/, "")} ${Math.round(one.sizeBytes / 1000)}`).join(", "),
        contents
          .slice(0, SHOWN)
          .map(({ what, bytes }) => `${what} ${Math.round(bytes / 1000)}`)
          .join(", "),
      ]),
    );
    const body = `${targetTable(targets)}

The table shows each function's minified bundle, and the processor time that a new Node process takes to load it (median of ${ROUNDS}). Lambda does the
same before a first call, on a slower processor; the rest of a cold start depends on Lambda. "Loaded later" lists files that only rare
paths need. The function for AI assistants has its own targets: the protocol's library is 180 KB and needs zod's types and JSON
Schema (110 KB), and a program waits only for its first response (docs/decisions/0240). What a load consists of, and what was
removed from it: docs/decisions/0251.

${table}`;
    return { body, targets };
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
