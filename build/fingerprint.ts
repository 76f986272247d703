import { createHash, type Hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Returns a hash of files, and of all files in folders. @param sources paths relative to the project root. */
export function fingerprint(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const source of sources) addTo(hash, join(ROOT, source), source);
  return hash.digest("hex");
}

function addTo(hash: Hash, path: string, name: string): void {
  if (!statSync(path).isDirectory()) {
    hash.update(`${name}\n`).update(readFileSync(path));
    return;
  }
  for (const entry of readdirSync(path).sort()) addTo(hash, join(path, entry), `${name}/${entry}`);
}
