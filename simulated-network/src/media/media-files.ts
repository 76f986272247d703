import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Matches the allowed file names. Any other name in a path finds no file. */
const NAME = /^[\w-]{1,100}$/;

/** Stores encrypted files by name, in a folder or in memory, until they are deleted. */
export class MediaFiles {
  readonly #folder: string | null;
  readonly #inMemory = new Map<string, Buffer>();

  /** @param folder created if missing. Null stores everything in memory. */
  constructor(folder: string | null) {
    this.#folder = folder;
    if (folder !== null) mkdirSync(folder, { recursive: true });
  }

  /** Loads a file. @returns null if the file doesn't exist. */
  read(name: string): Buffer | null {
    if (!NAME.test(name)) return null;
    if (this.#folder === null) return this.#inMemory.get(name) ?? null;
    const path = join(this.#folder, name);
    return existsSync(path) ? readFileSync(path) : null;
  }

  /** Stores a file. @throws Error if the file name is not allowed. */
  write(name: string, bytes: Buffer): void {
    if (!NAME.test(name)) throw new Error("A media file's name is made of letters, digits, - and _.");
    if (this.#folder === null) this.#inMemory.set(name, bytes);
    else writeFileSync(join(this.#folder, name), bytes);
  }

  deleteAll(): void {
    this.#inMemory.clear();
    if (this.#folder === null) return;
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
  }
}
