import { createHash } from "node:crypto";
import { fromBufferPromise } from "yauzl";

/** Reads all files in a ZIP archive. yauzl checks their sizes and checksums. */
export async function readArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

export const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Returns the lines of all files in an archive that belong to a section. */
export function linesOf(files: Map<string, Buffer>, section: string): Record<string, unknown>[] {
  const named = [...files].filter(([name]) => new RegExp(`^${section}-\\d+\\.jsonl$`).test(name));
  return named.flatMap(([, bytes]) =>
    bytes
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
}
