import { deployment } from "../../../local/system/rights/deployment.ts";
import { readSettings } from "../../../local/system/settings.ts";
import { startSystem } from "../../../local/system/system.ts";
import { deployedRuntimes } from "./deployed-runtimes.ts";
import { withoutRights } from "./without-rights.ts";

/**
 * Runs a gateway on this machine whose functions and sessions run as if deployed. BUNDLES is the folder with the
 * functions' bundles. WITHOUT_RIGHTS lists permissions that roles lack in this run, as `role action`, separated by
 * commas.
 */
const { BUNDLES = "", WITHOUT_RIGHTS = "" } = process.env;
const given = withoutRights(await deployment(), WITHOUT_RIGHTS);
const runtimes = deployedRuntimes(given, BUNDLES);
const system = await startSystem(readSettings(process.env), undefined, runtimes);
process.once("SIGINT", () => void stop());

async function stop(): Promise<void> {
  await system.stop();
  console.log(`Functions called: ${runtimes.called().join(" ")}`);
  process.exit(0);
}
