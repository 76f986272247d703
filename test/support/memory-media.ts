import { createHash } from "node:crypto";
import { FileTooLarge } from "../../core/domain/files/file-too-large.ts";
import type { FileNames, MediaStore, StoredFiles, UploadAddresses } from "../../core/ports.ts";

/** An in-memory media store. */
export interface MemoryMedia extends MediaStore, FileNames, StoredFiles, UploadAddresses {
  files: Map<string, { bytes: Buffer; mimetype: string; filename: string | null }>;
}

export function memoryMedia(): MemoryMedia {
  const files: MemoryMedia["files"] = new Map();
  let links = 0;
  return {
    files,
    async put(key, file, { mimetype, filename, maxBytes }) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of file instanceof Uint8Array ? [file] : file) {
        size += chunk.length;
        if (size > maxBytes) throw new FileTooLarge(maxBytes);
        chunks.push(chunk);
      }
      const bytes = Buffer.concat(chunks);
      files.set(key, { bytes, mimetype, filename });
      return { size_bytes: size, sha256: createHash("sha256").update(bytes).digest("hex") };
    },
    async get(key) {
      const file = files.get(key);
      return file
        ? (async function* () {
            yield file.bytes;
          })()
        : null;
    },
    async remove(key) {
      files.delete(key);
    },
    async list(prefix, most) {
      return [...files.keys()].filter((key) => key.startsWith(prefix)).slice(0, most);
    },
    async has(key) {
      return files.has(key);
    },
    async signUpload(key, { size_bytes, sha256 }, forSec) {
      const headers = { "x-amz-checksum-sha256": Buffer.from(sha256, "hex").toString("base64") };
      return { url: `https://store.test/${encodeURIComponent(key)}?bytes=${size_bytes}&for=${forSec}`, headers };
    },
    async sign(key) {
      return `https://store.test/${encodeURIComponent(key)}?signed=${++links}`;
    },
    /** A different link each time, like signed links. */
    async link(key) {
      return `https://media.test/${encodeURIComponent(key)}?link=${++links}`;
    },
  };
}
