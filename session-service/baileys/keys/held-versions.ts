import type { KeyChange } from "./plan-key.ts";

/** The category of the rows that record the version up to which each collection of the phone's settings was read. */
export const SETTINGS_VERSIONS = "app-state-sync-version";

/**
 * Called with `write`, which makes versions durable; the callee calls `write` once all changes up to those versions are
 * stored.
 */
export type KeepVersions = (write: () => Promise<void>) => void;

/**
 * Holds versions of the phone's settings whose changes are not stored yet. The library stores a version before it
 * reports the changes up to that version, and never reports those changes again, so they would be lost if the process
 * died in between. A version therefore waits here until its changes are stored; until then, another owner would start
 * reading from the previous version. docs/decisions/0074.
 */
export class HeldVersions {
  readonly #texts = new Map<string, string | null>();

  /**
   * Returns the version that is held back, as text; undefined if none is held back, so that the stored version counts.
   */
  text(collection: string): string | null | undefined {
    return this.#texts.get(collection);
  }

  /** Adds versions whose changes are about to be reported. */
  hold(versions: KeyChange[]): void {
    for (const { id, text } of versions) this.#texts.set(id, text);
  }

  /** Releases versions that have been stored, unless they have changed in the meantime. */
  release(versions: KeyChange[]): void {
    for (const { id, text } of versions) if (this.#texts.get(id) === text) this.#texts.delete(id);
  }
}
