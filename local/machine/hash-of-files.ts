import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns a hash of the given files' names and contents, as 24 hex digits. @param patterns relative to the folder
 * `root`.
 */
export function hashOfFiles(root: string, patterns: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 24);
}
