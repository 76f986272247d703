import { createProviderClient } from "../../core/http/providers/create-provider-client.ts";
import { runningClock } from "../../test/support/test-clock.ts";
import { readArguments, USAGE } from "./eval-arguments.ts";
import { resultLines, runEval } from "./run-eval.ts";

/**
 * `npm run agent-eval -w tools -- --key sk-… [--model m] [--only kind]`: runs 80 cases on a real model the way the
 * gateway would, and judges the answers by rules. Exits with code 1 if a kind has too few right answers, or 2 if the
 * arguments are wrong.
 */
const asked = readArguments(process.argv.slice(2), process.env);
if (typeof asked === "string") {
  console.error(`${asked}\n\n${USAGE}`);
  process.exit(2);
}
const clock = runningClock();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const providers = createProviderClient({ clock, log, standIn: null });
console.log(`${asked.model} of ${asked.provider}`);
const result = await runEval({ ...asked, providers, clock, say: (line) => console.log(line) });
console.log(["", ...resultLines(result, asked.model)].join("\n"));
process.exit(result.isGood ? 0 : 1);
