import { createSecretKey, type KeyObject } from "node:crypto";
import { MINUTE_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import type { Clock, Ids, Vault } from "../../ports.ts";
import { ConditionFailed, type Key, type Table } from "../../store/table.ts";

const CACHE_MS = 5 * MINUTE_MS;
const SECRET_BYTES = 32;

/** Where a deployment's secret is stored, and the owner it is sealed for. */
export interface SecretPlace {
  key: Key;
  /**
   * The owner of the data key that seals the secret. It differs from every account's id, so access can be granted
   * separately.
   */
  owner: { account_id: AccountId };
  /** The place that the vault authenticates along with the bytes. */
  place: string;
}

/**
 * Reads a 32-byte secret from the table, where it is sealed by the vault. This way, no environment variable contains
 * the secret, and a copy of the table alone doesn't reveal it. It is cached in memory for five minutes, so most uses
 * require no reads or KMS calls.
 * @param options.mayMake if omitted, the first use creates the secret. If false, the secret is never created; until
 * another caller creates it, each call returns a throwaway secret that validates nothing.
 */
export function storedSecret(
  deps: { table: Table; vault: Vault; clock: Clock; ids: Ids },
  { key, owner, place }: SecretPlace,
  { mayMake = true }: { mayMake?: boolean } = {},
): () => Promise<KeyObject> {
  let cached: { secret: Promise<KeyObject>; until: number } | null = null;

  async function load(): Promise<Buffer> {
    const stored = await deps.table.get(key);
    if (stored) return open(stored.sealed);
    const made = deps.ids.random(SECRET_BYTES);
    if (!mayMake) {
      cached = null;
      return made;
    }
    const sealed = await deps.vault.seal(owner, place, made);
    try {
      await deps.table.write({ put: { ...key, sealed }, if: [{ item: "absent" }] });
      return made;
    } catch (error) {
      // Another process created the secret first, so use that secret.
      if (error instanceof ConditionFailed && error.item) return open(error.item.sealed);
      throw error;
    }
  }

  const open = (sealed: unknown) => deps.vault.open(owner, place, sealed as Uint8Array); // only written above

  return () => {
    const now = deps.clock.now().getTime();
    if (cached && cached.until > now) return cached.secret;
    const mine = { secret: load().then((bytes) => createSecretKey(bytes)), until: now + CACHE_MS };
    cached = mine;
    mine.secret.catch(() => {
      if (cached === mine) cached = null;
    });
    return mine.secret;
  };
}
