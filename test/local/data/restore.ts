import { unpack } from "../../../local/data/unpack.ts";

/** Restores a backup in a separate process: `node restore.ts <file> <folder>`. */
const [file = "", folder = ""] = process.argv.slice(2);
await unpack(
  file,
  folder,
  () => {},
  () => {},
);
