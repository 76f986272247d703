import type { KeyChange } from "./plan-key.ts";

/** The category of the rows that record up to which version each collection of the phone's settings was read. */
export const SETTINGS_VERSIONS = "app-state-sync-version";

/**
 * Called with `write`, which makes versions durable; the callee calls it once all changes up to those versions are
 * stored.
 */
export type KeepVersions = (write: () => Promise<void>) => void;

/**
 * Holds versions of the phone's settings whose changes are not stored yet. The library stores a version before it
 * reports the changes up to it, and never reports them again, so they would be lost if the process died in between. A
 * version therefore waits here until its changes are stored; until then, another owner would read again from the
 * previous version. docs/decisions/0074.
 */
export class HeldVersions {
  readonly #texts = new Map<string, string | null>();

  /** The version that is held back, as text; undefined if none is and the stored version counts. */
  text(collection: string): string | null | undefined {
    return this.#texts.get(collection);
  }

  /** Adds versions whose changes are about to be reported. */
  hold(versions: KeyChange[]): void {
    for (const { id, text } of versions) this.#texts.set(id, text);
  }

  /** Releases versions that are stored and have not changed since. */
  release(versions: KeyChange[]): void {
    for (const { id, text } of versions) if (this.#texts.get(id) === text) this.#texts.delete(id);
  }
}
