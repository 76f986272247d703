import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Roles } from "../../aws/rights/judge.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const MAKER = fileURLToPath(new URL("write-roles.ts", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache/deployed-roles");

/** Everything that the templates' roles are made of. */
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
 * The roles of a deployment, by the templates that the present sources make. They are kept: making them takes seconds.
 * Several processes that make them at once do no harm, each puts a whole file in place.
 * @throws the synthesis's own words.
 */
export async function deployedRoles(): Promise<Roles> {
  const file = join(CACHE, `${fingerprint()}.json`);
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true });
    await promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", MAKER, file], { cwd: ROOT });
  }
  return JSON.parse(readFileSync(file, "utf8")) as Roles; // written by write-roles.ts
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 24);
}
