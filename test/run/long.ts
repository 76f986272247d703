import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../architecture/sources.ts";
import { longSpecs } from "./long-specs.ts";

/**
 * `npm run test:long [-- 50 [test/lanes …] [--option …]]`: runs every spec that does more in a long run, or only those
 * whose path contains one of the given texts. Multiplies the suite's amounts by 10 or by the given factor. Options are
 * passed to Vitest, whose exit code is returned.
 */
const [first = "10", ...more] = process.argv.slice(2);
const times = Number(first);
if (!(times > 1)) throw new Error(`The long run does several times as much, not ${first} times.`);
const begin = more.findIndex((one) => one.startsWith("-"));
const [wanted, options] = begin < 0 ? [more, []] : [more.slice(0, begin), more.slice(begin)];
const { status } = spawnSync(join(ROOT, "node_modules/.bin/vitest"), ["run", ...longSpecs(wanted), ...options], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, TEST_TIMES: String(times) },
});
process.exitCode = status ?? 1;
