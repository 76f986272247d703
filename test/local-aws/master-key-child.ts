import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { openMasterKey } from "../../local/aws/kms/open-master-key.ts";
import { openKept } from "../../local/aws/service/kept.ts";

// Seals a folder the way a gateway does when it begins to serve a team. SIGKILL kills the process just before disk call
// number `killAt`. If the process survives, it prints the number of calls.
const [folder = "", file = "", killAt = ""] = process.argv.slice(2);
const kept = openKept(`${folder}/services.sqlite`);
let calls = 0;

function counted(owner: object, name: string): void {
  const own = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
  Reflect.set(owner, name, function (this: unknown, ...given: unknown[]) {
    if (++calls === Number(killAt)) process.kill(process.pid, "SIGKILL");
    return own.apply(this, given);
  });
}
for (const name of ["openSync", "writeSync", "fsyncSync", "closeSync", "linkSync", "rmSync"]) counted(fs, name);
for (const name of ["run", "get", "all"]) counted(StatementSync.prototype, name);
counted(DatabaseSync.prototype, "exec");
syncBuiltinESMExports();

openMasterKey(kept, { file, isWanted: true });
const count = calls;
fs.writeSync(1, String(count));
