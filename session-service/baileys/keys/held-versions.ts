import type { KeyChange } from "./plan-key.ts";

/** The category of the rows that record up to which version each collection of the phone's settings was read. */
export const SETTINGS_VERSIONS = "app-state-sync-version";

/** Has versions written once everything read up to them is stored. `write` makes them durable. */
export type KeepVersions = (write: () => Promise<void>) => void;

/**
 * Versions of the phone's settings that were read but whose changes are not stored yet. The library stores a version
 * before it reports the changes, and nothing ever reports them again, so if the process died in between they would be
 * lost. A version therefore waits here until its changes are stored; the next owner reads again from the previous one.
 * docs/decisions/0074.
 */
export class HeldVersions {
  readonly #texts = new Map<string, string | null>();

  /** The current version; undefined means the stored one. */
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
