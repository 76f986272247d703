import { connect } from "./admin/connect.ts";
import { runAdmin } from "./admin/run.ts";
import { sentenceOf } from "./doctor/explain-failure.ts";

/**
 * Runs the operator's commands: `npm run admin -- <command>`. Prints a single JSON value to standard output. On
 * failure, prints a sentence to standard error and exits with code 1.
 */
try {
  console.log(await runAdmin(process.argv.slice(2), (isOfARestore) => connect(process.env, isOfARestore)));
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
