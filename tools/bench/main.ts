import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { writeSection } from "./support/page.ts";
import { isMet, type PartReport, verdict } from "./support/report.ts";

interface Part {
  title: string;
  /**
   * Loads and runs the part. Each part is loaded in a separate process, because some set environment variables for
   * everything that runs after them.
   */
  measure: () => Promise<PartReport>;
}

/** The parts, in the order of docs/benchmarks.md. */
const PARTS: Record<string, Part> = {
  cost: { title: "Cost per message", measure: async () => (await import("./cost.ts")).measureCost() },
  scale: { title: "Scale", measure: async () => (await import("./scale.ts")).measureScale() },
  speed: { title: "Speed", measure: async () => (await import("./speed.ts")).measureSpeed() },
  machine: { title: "One machine", measure: async () => (await import("./machine.ts")).measureMachine() },
  webhooks: { title: "Webhooks", measure: async () => (await import("./webhooks-part.ts")).measureWebhooksPart() },
  sessions: {
    title: "Sessions",
    measure: async () => (await import("./sessions.ts")).measureSessions(),
  },
  history: { title: "History", measure: async () => (await import("./history.ts")).measureHistory() },
  broadcast: {
    title: "A broadcast's days",
    measure: async () => (await import("./broadcast.ts")).measureBroadcast(),
  },
  panel: { title: "The panel", measure: async () => (await import("./panel.ts")).measurePanel() },
  fleet: { title: "Beyond one machine", measure: async () => (await import("./fleet.ts")).measureFleet() },
  coldstart: { title: "Cold start", measure: async () => (await import("./cold-start.ts")).measureColdStart() },
};

/** Runs a single part in this process, writes its section, and finally prints its verdict. @returns the exit code. */
async function runPart(name: string, { title, measure }: Part): Promise<number> {
  console.log(`${title} …`);
  const report = await measure();
  writeSection({ title, order: Object.values(PARTS).map((part) => part.title), name, body: report.body });
  console.log(`\n${report.body}\n\nWritten to docs/benchmarks.md.`);
  console.log(verdict(name, report.targets));
  return report.targets.every(isMet) ? 0 : 1;
}

/** Runs every part, each in a separate process. @returns 1 if a part failed or missed a target. */
function runAll(): number {
  const failed: string[] = [];
  for (const name of Object.keys(PARTS)) {
    const file = fileURLToPath(import.meta.url);
    const { status } = spawnSync(process.execPath, [...process.execArgv, file, name], { stdio: "inherit" });
    if (status !== 0) failed.push(name);
  }
  console.log(failed.length === 0 ? "bench: every target met." : `bench: not met or broken: ${failed.join(", ")}.`);
  return failed.length === 0 ? 0 : 1;
}

async function main(only: string | undefined): Promise<number> {
  if (only === undefined) return runAll();
  const part = PARTS[only];
  if (part) return runPart(only, part);
  console.error(`There is no part "${only}". Name one of these, or none for all: ${Object.keys(PARTS).join(", ")}.`);
  return 1;
}

// Exits explicitly, because clients keep sockets open for a while even when nothing is left to do.
process.exit(await main(process.argv[2]));
