import type { KeyObject } from "node:crypto";
import type { KeysAtHand } from "./passing-keys.ts";

/** An owner whose data key is cached. `key` is null until it is unwrapped. */
interface Kept {
  key: Promise<KeyObject> | null;
  keepers: number;
}

/**
 * A process's unwrapped data keys. A key expires unless it is retained, in which case it stays until it is released.
 */
export class KeptKeys {
  readonly #passing: KeysAtHand;
  readonly #kept = new Map<string, Kept>();

  constructor(passing: KeysAtHand) {
    this.#passing = passing;
  }

  /** Returns an owner's data key, unwrapping it with `load` unless it is cached. */
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
   * Retains an owner's key, starting with its next use. A copy cached earlier is not reused.
   * @returns a function that releases the key. Only its first call has an effect.
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

  /** The number of owners whose keys are cached. */
  get size(): number {
    return this.#kept.size;
  }
}
