import { connect } from "./admin/connect.ts";
import { runAdmin } from "./admin/run.ts";

/**
 * The operator's commands: `npm run admin -- <command>`. Prints one JSON value, or one sentence on standard error and
 * exits with 1.
 */
try {
  console.log(await runAdmin(process.argv.slice(2), () => connect(process.env)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
