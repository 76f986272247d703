import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";

/**
 * Load this module before running a program. It copies the folder `RECORD_OF` to `RECORD_TO/<number>` before each call
 * that changes a folder, a file or a database. Each copy is the state that the program would have left behind if it had
 * been killed at that point.
 */
const { RECORD_OF = "", RECORD_TO = "" } = process.env;
const copy = fs.cpSync;
let count = 0;
let isCopying = false;

function copyBefore(holder, names) {
  for (const name of names) {
    const original = holder[name];
    holder[name] = function (...args) {
      if (!isCopying) {
        isCopying = true; // copying makes folders, too
        copy(RECORD_OF, join(RECORD_TO, String(++count)), { recursive: true });
        isCopying = false;
      }
      return original.apply(this, args);
    };
  }
}

const handle = await fs.promises.open(process.execPath);
const fileHandle = Object.getPrototypeOf(handle);
await handle.close();
copyBefore(fs, ["mkdirSync", "rmSync", "rmdirSync", "renameSync", "linkSync", "cpSync"]);
copyBefore(fs.promises, ["open", "rename", "rm"]);
copyBefore(fileHandle, ["writeFile", "sync"]);
copyBefore(DatabaseSync.prototype, ["exec", "close"]);
copyBefore(StatementSync.prototype, ["run"]);
syncBuiltinESMExports();
