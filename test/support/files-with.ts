import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the files in a folder, at any depth, that contain any of these byte sequences or texts. */
export function filesWith(folder: string, needles: readonly (Buffer | string)[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readFileSync(path);
      return needles.some((needle) => content.includes(needle));
    });
}
