import type { KeyObject } from "node:crypto";
import type { KeysAtHand } from "./passing-keys.ts";

/** An owner whose data key somebody keeps; null: not unwrapped yet. */
interface Kept {
  key: Promise<KeyObject> | null;
  keepers: number;
}

/** The unwrapped data keys of a process that holds some of them until they are released; all others expire. */
export class KeptKeys {
  readonly #passing: KeysAtHand;
  readonly #kept = new Map<string, Kept>();

  constructor(passing: KeysAtHand) {
    this.#passing = passing;
  }

  /** Gets an owner's data key, unwrapped by `load` unless it is at hand. */
  readonly of: KeysAtHand = (name, now, load) => {
    const kept = this.#kept.get(name);
    if (!kept) return this.#passing(name, now, load);
    if (kept.key) return kept.key;
    const key = load();
    kept.key = key;
    key.catch(() => {
      if (kept.key === key) kept.key = null;
    });
    return key;
  };

  /**
   * Keeps an owner's key from its next use on; one that is at hand is from before, and not taken over.
   * @returns gives it back; calls after the first do nothing.
   */
  keep(name: string): () => void {
    const kept = this.#kept.get(name) ?? { key: null, keepers: 0 };
    kept.keepers++;
    this.#kept.set(name, kept);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      if (--kept.keepers === 0) this.#kept.delete(name);
    };
  }

  /** For how many owners a key is held. */
  get size(): number {
    return this.#kept.size;
  }
}
