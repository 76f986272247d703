import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../build/bundle.ts";
import { IMAGE_SOURCES } from "../../lib/constructs/session-container.ts";
import { SESSION_SERVICE } from "../../lib/wiring.ts";
import { passingFolder } from "../../test/support/passing-folder.ts";

/**
 * `npm run image -w tools`: installs the image's packages in an empty folder, as its Dockerfile does, and starts the
 * image's entry there. Needs the npm registry, but not Docker.
 */
const folder = passingFolder("gateway-image-");
try {
  for (const source of IMAGE_SOURCES) cpSync(join(ROOT, source), join(folder, source), { recursive: true });
  const install = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", install, { cwd: folder, stdio: "inherit" });
  const kilobytes = Number(
    execFileSync("du", ["-sk", join(folder, "node_modules")], { encoding: "utf8" }).split("\t")[0],
  );
  console.log(`The image's packages take ${Math.round(kilobytes / 1024)} MB.`);
  const { stdout, status } = spawnSync(process.execPath, [SESSION_SERVICE.entry], {
    cwd: folder,
    env: {},
    encoding: "utf8",
  });
  const isWell = status === 1 && stdout.includes("The environment is not complete: TABLE_NAME");
  console.log(isWell ? "The service starts with them." : `The service does not start with them:\n${stdout}`);
  process.exitCode = isWell ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
