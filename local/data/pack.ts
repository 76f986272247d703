import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MANIFEST, type Manifest } from "./manifest.ts";
import { filesBelow } from "./take-snapshot.ts";
import { writeTar } from "./tar.ts";
import { ownName } from "./work-folders.ts";

/**
 * Packs a snapshot into a tar file. The file gets its final name only once it is complete and written to disk, so a
 * file with that name is always a complete backup. @param progress called with the completed share of the work, from 0
 * to 1.
 */
export async function pack(
  snapshot: string,
  file: string,
  about: Omit<Manifest, "backup_format" | "files">,
  progress: (share: number) => void,
): Promise<Manifest> {
  const paths = filesBelow(snapshot).map((path) => ({ path, size_bytes: statSync(join(snapshot, path)).size }));
  const whole = 2 * paths.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  let done = 0;
  const counted = async function* (path: string, sizeBytes: number): AsyncGenerator<Buffer> {
    if (sizeBytes === 0) return;
    // Only read up to the size at the time of the snapshot, because bytes appended since then are not part of it.
    for await (const part of createReadStream(join(snapshot, path), { end: sizeBytes - 1 })) {
      done += part.length;
      progress(done / whole);
      yield part;
    }
  };
  const files: Manifest["files"] = [];
  for (const { path, size_bytes } of paths) {
    const hash = createHash("sha256");
    for await (const part of counted(path, size_bytes)) hash.update(part);
    files.push({ path, size_bytes, sha256: hash.digest("hex") });
  }
  const manifest: Manifest = { backup_format: 1, ...about, files };

  const unfinished = ownName(file, "part");
  try {
    const tar = await open(unfinished, "wx", 0o600);
    try {
      const list = Buffer.from(JSON.stringify(manifest, null, 2));
      await writeTar(tar, [
        { path: MANIFEST, sizeBytes: list.length, bytes: once(list) },
        ...files.map(({ path, size_bytes }) => ({ path, sizeBytes: size_bytes, bytes: counted(path, size_bytes) })),
      ]);
      await tar.sync();
    } finally {
      await tar.close();
    }
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return manifest;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Ensures that a folder's directory entries survive a power failure. Not needed on Windows. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
