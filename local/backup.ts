import { percentLine } from "./data/about.ts";
import { makeBackup } from "./data/make-backup.ts";
import { keepNewFilesPrivate } from "./system/private-files.ts";
import { readSettings } from "./system/settings.ts";

/** Backs up the data folder, even while the gateway is running: `npm run backup -- FILE.tar`. */
try {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new Error("Name the backup's file: npm run backup -- FILE.tar");
  keepNewFilesPrivate();
  const { dataDir } = readSettings(process.env);
  const progress = process.stdout.isTTY ? percentLine("Backing up", (text) => process.stdout.write(text)) : () => {};
  const { files } = await makeBackup(dataDir, file, new Date(), progress);
  const megabytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0) / 1e6;
  console.log(`${file} contains ${files.length} files from ${dataDir}, ${megabytes.toFixed(1)} MB.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
