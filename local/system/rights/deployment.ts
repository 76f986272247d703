import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hashOfFiles } from "../../machine/hash-of-files.ts";
import { madeOnce } from "../../machine/made-once.ts";
import type { Deployment } from "./deployment-of.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const MAKER = fileURLToPath(new URL("write-deployment.ts", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache/deployment");

/** All files that the templates are built from. */
const SOURCES = [
  "lib/**/*.ts",
  "core/contracts/**/*.ts",
  "core/env.ts",
  "core/store/table.ts",
  "local/system/rights/*.ts",
  "cdk.json",
  "package-lock.json",
];

/**
 * Returns the parts of a deployment that a single machine uses, from templates built from the current sources. The
 * result is cached, because building the templates takes several seconds.
 * @throws the synthesis error.
 */
export async function deployment(): Promise<Deployment> {
  const file = join(CACHE, `${hashOfFiles(ROOT, SOURCES)}.json`);
  mkdirSync(CACHE, { recursive: true });
  await madeOnce(file, async () => {
    await promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", MAKER, file], { cwd: ROOT });
  });
  return JSON.parse(readFileSync(file, "utf8")) as Deployment; // written by write-deployment.ts
}
