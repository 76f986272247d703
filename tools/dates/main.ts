import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { machineTime } from "../../test/support/machine-time.ts";
import { envAt, faketimeLibrary, HOW_TO_INSTALL } from "./faketime.ts";
import { type Occasion, occasions } from "./occasions.ts";

/**
 * `npm run dates -w tools [-- 3]`: tests the rules, and the shortest path through the whole gateway, on other dates and
 * in other time zones: on all six occasions, or only the third. Exits with code 1 if a test fails on any of them, or if
 * faketime is missing.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/**
 * Tests that depend on a clock: the rules about time; everything signed, retained, or expired by the clock; and real
 * processes end to end.
 */
const SPECS = [
  "test/domain",
  "test/operations",
  "test/records",
  "test/functions/plans.spec.ts",
  "test/functions/messages.spec.ts",
  "test/functions/rate-limit.spec.ts",
  "test/aws/kms-vault.spec.ts",
  "test/local-aws/s3.spec.ts",
  "test/local-aws/scheduler.spec.ts",
  "test/session/inbox/network-signals.spec.ts",
  "test/system/file-links.spec.ts",
  "test/system/first-message.spec.ts",
];
/** Long simulations that only use clocks of their own. */
const WITHOUT = ["**/random-traffic.spec.ts", "**/poll-model.spec.ts", "**/*-properties.spec.ts"];

async function passesAt(library: string, occasion: Occasion): Promise<boolean> {
  const which = [...SPECS, ...WITHOUT.map((pattern) => `--exclude=${pattern}`)];
  const vitest = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...which, "--reporter=dot"], {
    cwd: ROOT,
    env: { ...process.env, ...envAt(library, occasion, machineTime()) },
    stdio: "inherit",
  });
  const [code] = await once(vitest, "exit");
  return code === 0;
}

const library = faketimeLibrary(process.env);
if (!library) {
  console.error(HOW_TO_INSTALL);
  process.exit(1);
}
const all = occasions(machineTime());
const only = process.argv[2] ? Number(process.argv[2]) : null;
const failed: string[] = [];
for (const [index, occasion] of all.entries()) {
  if (only !== null && only !== index + 1) continue;
  const { name, at, zone } = occasion;
  console.log(`\n${index + 1} of ${all.length}: ${name}, ${at.toISOString()}, TZ=${zone}`);
  if (!(await passesAt(library, occasion))) failed.push(name);
}
console.log(failed.length === 0 ? "\nAll dates hold." : `\nNot at every date: ${failed.join("; ")}.`);
process.exit(failed.length === 0 ? 0 : 1);
