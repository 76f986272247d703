import { renameSync, writeFileSync } from "node:fs";
import { templatesWithPanel } from "../../../lib/stand-in-templates.ts";
import { deploymentOf } from "./deployment-of.ts";

/** The stage whose templates are used. Any stage would do, because they all have the same roles. */
const STAGE = "prod";

/**
 * Writes the parts of a deployment that a single machine uses to the file passed as an argument. Runs as a separate
 * process, because CDK uses 200 MB of memory.
 */
const [file = ""] = process.argv.slice(2);
const passing = `${file}.${process.pid}`;
writeFileSync(passing, JSON.stringify(deploymentOf(templatesWithPanel(STAGE), STAGE)));
renameSync(passing, file);
