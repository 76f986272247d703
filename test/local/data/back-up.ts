import { makeBackup } from "../../../local/data/make-backup.ts";

/** Backs up a folder in a separate process: `node back-up.ts <folder> <file>`. */
const [folder = "", file = ""] = process.argv.slice(2);
await makeBackup(folder, file, new Date("2026-11-28T08:00:00.000Z"), () => {});
