import type { KeyChange } from "./plan-key.ts";

/** The category of the rows that record how far each collection of the phone's settings has been read. */
export const SETTINGS_VERSIONS = "app-state-sync-version";

/**
 * Called with `write`, which makes versions durable. The callee must call `write` once all changes up to those versions
 * are stored.
 */
export type KeepVersions = (write: () => Promise<void>) => void;

/**
 * Holds versions of the phone's settings whose changes aren't stored yet. The library stores a version before it
 * reports the changes up to that version, and never reports those changes again, so they would be lost if the process
 * died in between. Each version therefore waits in this object until its changes are stored. Until then, a new owner
 * would resume reading from the previous version. docs/decisions/0074.
 */
export class HeldVersions {
  readonly #texts = new Map<string, string | null>();

  /** Returns the held-back version as text, or undefined if no version is held back and the stored version applies. */
  text(collection: string): string | null | undefined {
    return this.#texts.get(collection);
  }

  /** Adds versions whose changes are about to be reported. */
  hold(versions: KeyChange[]): void {
    for (const { id, text } of versions) this.#texts.set(id, text);
  }

  /** Releases versions that have been stored, unless they changed in the meantime. */
  release(versions: KeyChange[]): void {
    for (const { id, text } of versions) if (this.#texts.get(id) === text) this.#texts.delete(id);
  }
}
