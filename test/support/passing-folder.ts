import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atWorkerEnd } from "../run/at-worker-end.ts";

/** Creates a temporary folder that is deleted when the test process ends. */
export function passingFolder(prefix: string): string {
  const path = mkdtempSync(join(tmpdir(), prefix));
  atWorkerEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}
