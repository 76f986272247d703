import type { DatabaseSync } from "node:sqlite";
import { bringUpToDate } from "../../../local/data/bring-up-to-date.ts";
import type { DataStep } from "../../../local/data/steps/step.ts";

/**
 * Upgrades a folder from version 1 to 3 in a separate process that kills itself at a given moment: `node
 * step-by-step.ts <folder> <moment>`. Moments are numbered. Each printed line counts as a moment, and so do the
 * instants before and after each write of a step.
 */
const [folder = "", moment = "0"] = process.argv.slice(2);
let passed = 0;
const pass = () => {
  passed++;
  if (passed === Number(moment)) process.kill(process.pid, "SIGKILL");
};
const writing = (to: number): DataStep => ({
  to,
  does: "adds its number to the table and to the services' state",
  run(database: DatabaseSync) {
    pass();
    database.prepare("INSERT INTO tags (tbl, key, value) VALUES (1, ?, 'table')").run(`step ${to}`);
    pass();
    database.prepare("INSERT INTO services.kept (shelf, id, value) VALUES ('steps', ?, '{}')").run(`step ${to}`);
    pass();
  },
});

bringUpToDate(folder, { writtenBy: null, say: pass, steps: [writing(2), writing(3)], wanted: 3 });
console.log(passed);
