import { renameSync, writeFileSync } from "node:fs";
import { templatesWithPanel } from "../../../lib/stand-in-templates.ts";
import { rolesOf } from "./roles-of.ts";

/** The stage whose roles are taken: every stage has the same ones. */
const STAGE = "prod";

/** Writes the roles of a deployment to the file that its argument names. In a process of its own: CDK takes 200 MB. */
const [file = ""] = process.argv.slice(2);
const passing = `${file}.${process.pid}`;
writeFileSync(passing, JSON.stringify(rolesOf(templatesWithPanel(STAGE), STAGE)));
renameSync(passing, file);
