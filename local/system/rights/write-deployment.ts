import { renameSync, writeFileSync } from "node:fs";
import { templatesWithPanel } from "../../../lib/stand-in-templates.ts";
import { deploymentOf } from "./deployment-of.ts";

/** The stage whose templates are used. Any stage would do, because all have the same roles. */
const STAGE = "prod";

/**
 * Writes the parts of a deployment that a single machine uses to the file given as an argument. This is a separate
 * process, because CDK takes 200 MB of memory.
 */
const [file = ""] = process.argv.slice(2);
const passing = `${file}.${process.pid}`;
writeFileSync(passing, JSON.stringify(deploymentOf(templatesWithPanel(STAGE), STAGE)));
renameSync(passing, file);
