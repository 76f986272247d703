import { resolve } from "node:path";
import { percentLine } from "./data/about.ts";
import { checkBackup } from "./data/check-backup.ts";
import { unpack } from "./data/unpack.ts";
import { keepNewFilesPrivate } from "./system/private-files.ts";
import { networkName } from "./system/refuse-other-network.ts";
import { readSettings } from "./system/settings.ts";

/** Restores a backup into an empty data folder: `npm run restore -- FILE.tar`. */
try {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new Error("Name the backup's file: npm run restore -- FILE.tar");
  keepNewFilesPrivate();
  const settings = readSettings(process.env);
  const progress = process.stdout.isTTY ? percentLine("Restoring", (text) => process.stdout.write(text)) : () => {};
  const check = checkBackup(networkName(settings));
  const { made_at, files } = await unpack(resolve(file), settings.dataDir, check, progress);
  console.log(`${settings.dataDir} contains ${files.length} files as of ${made_at}.`);
  console.log(
    "Never start the gateway that this backup is from again. If two copies of a number's keys are in use, the number is logged out. " +
      'Before you start this gateway, read "What a restore brings back" in docs/local.md.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
