import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MANIFEST, Manifest } from "./manifest.ts";
import { syncFolder } from "./pack.ts";
import { BrokenTar, readTar, type TarEntry, wholeOf } from "./tar.ts";
import { ownName } from "./work-folders.ts";

/** The maximum size of the manifest; enough to list a million files. */
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Unpacks a backup into a folder that is empty or doesn't exist. Everything is first unpacked next to the folder and
 * verified against the manifest, so if the process is killed, the folder is either empty or complete.
 * @param check throws a one-sentence error if this gateway can't use the backup.
 * @throws a one-sentence error if the folder isn't empty or the backup is incomplete. In that case, no files are left
 * behind.
 */
export async function unpack(
  file: string,
  dataDir: string,
  check: (manifest: Manifest) => void,
  progress: (share: number) => void,
): Promise<Manifest> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new Error(
      `The folder ${dataDir} is not empty. A backup can only be restored into a new folder. Set DATA_DIR to a new folder.`,
    );
  }
  mkdirSync(dirname(dataDir), { recursive: true });
  const beside = ownName(dataDir, "restoring");
  try {
    mkdirSync(beside, { mode: 0o700 });
    const manifest = await unpackInto(file, beside, check, progress);
    if (existsSync(dataDir)) rmdirSync(dataDir); // fails if something was put there meanwhile
    renameSync(beside, dataDir);
    await syncFolder(dirname(dataDir));
    return manifest;
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    if (error instanceof BrokenTar) throw new Error(`${file} is not a complete backup: ${error.message}`);
    throw error;
  }
}

async function unpackInto(
  file: string,
  folder: string,
  check: (manifest: Manifest) => void,
  progress: (share: number) => void,
): Promise<Manifest> {
  const entries = readTar(file);
  try {
    return await unpackEntries(entries, folder, check, progress);
  } finally {
    await entries.return(undefined); // closes the file
  }
}

async function unpackEntries(
  entries: AsyncGenerator<TarEntry>,
  folder: string,
  check: (manifest: Manifest) => void,
  progress: (share: number) => void,
): Promise<Manifest> {
  const manifest = await readManifest((await entries.next()).value);
  check(manifest);
  const whole = manifest.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  let done = 0;
  for (const expected of manifest.files) {
    const { value: entry } = await entries.next();
    if (entry?.path !== expected.path || entry.sizeBytes !== expected.size_bytes) {
      throw new BrokenTar(`${expected.path} is missing.`);
    }
    const sha256 = await writeFileOf(entry, join(folder, entry.path), (sizeBytes) => {
      done += sizeBytes;
      progress(done / whole);
    });
    if (sha256 !== expected.sha256) throw new BrokenTar(`${expected.path} does not match the manifest.`);
  }
  if (!(await entries.next()).done) throw new BrokenTar("It contains more than the manifest lists.");
  return manifest;
}

async function readManifest(entry: TarEntry | undefined): Promise<Manifest> {
  if (entry?.path !== MANIFEST || entry.sizeBytes > MANIFEST_MAX_BYTES) throw new BrokenTar("It has no manifest.");
  const text = (await wholeOf(entry.bytes)).toString();
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new BrokenTar("Its manifest can't be read by this version of the gateway.");
  }
}

/** @returns the SHA-256 of the file, once it has been written to disk. */
async function writeFileOf(entry: TarEntry, path: string, wrote: (sizeBytes: number) => void): Promise<string> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  const output = await open(path, "wx", 0o600);
  try {
    for await (const part of entry.bytes) {
      hash.update(part);
      await output.writeFile(part);
      wrote(part.length);
    }
    await output.sync();
  } finally {
    await output.close();
  }
  return hash.digest("hex");
}
