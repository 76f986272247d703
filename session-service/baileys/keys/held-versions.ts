import type { KeyChange } from "./plan-key.ts";

/** The category of the rows that say up to which version each collection of the phone's settings was read. */
export const SETTINGS_VERSIONS = "app-state-sync-version";

/** Has versions written once everything that was read up to them is stored. `write` makes them durable. */
export type KeepVersions = (write: () => Promise<void>) => void;

/**
 * Versions of the phone's settings that were read and whose changes are not stored yet. The library stores a version before
 * it tells of the changes, and nothing ever tells of them again: a process that died in between would lose them. So a
 * version waits here until its changes are stored; the next owner reads again from the one before. docs/decisions/0074.
 */
export class HeldVersions {
  readonly #texts = new Map<string, string | null>();

  /** The version that counts at present; undefined: the stored one. */
  text(collection: string): string | null | undefined {
    return this.#texts.get(collection);
  }

  /** Takes versions in whose changes are about to be told of. */
  hold(versions: KeyChange[]): void {
    for (const { id, text } of versions) this.#texts.set(id, text);
  }

  /** Lets go of those that are stored and have not moved on. */
  release(versions: KeyChange[]): void {
    for (const { id, text } of versions) if (this.#texts.get(id) === text) this.#texts.delete(id);
  }
}
