import { unpack } from "../../../local/data/unpack.ts";

/** Restores a backup in a process of its own: `node restore.ts <file> <folder>`. */
const [file = "", folder = ""] = process.argv.slice(2);
await unpack(
  file,
  folder,
  () => {},
  () => {},
);
