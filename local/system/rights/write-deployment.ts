import { renameSync, writeFileSync } from "node:fs";
import { templatesWithPanel } from "../../../lib/stand-in-templates.ts";
import { deploymentOf } from "./deployment-of.ts";

/** The stage whose templates are used, because every stage has the same roles. */
const STAGE = "prod";

/**
 * Writes the used part of a deployment to the file that its argument names. In a separate process, because CDK takes
 * 200 MB.
 */
const [file = ""] = process.argv.slice(2);
const passing = `${file}.${process.pid}`;
writeFileSync(passing, JSON.stringify(deploymentOf(templatesWithPanel(STAGE), STAGE)));
renameSync(passing, file);
