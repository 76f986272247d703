import { MINUTE_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import type { Clock, Ids, Vault } from "../../ports.ts";
import { ConditionFailed, type Key, type Table } from "../../store/table.ts";

const CACHE_MS = 5 * MINUTE_MS;
const SECRET_BYTES = 32;

/** Where a secret of the deployment lies, and for whom it is sealed. */
export interface SecretPlace {
  key: Key;
  /** Whoever owns the data key that seals it; no account has this id, and rights are given by it. */
  owner: { account_id: AccountId };
  /** What the vault authenticates beside the bytes. */
  place: string;
}

/**
 * A secret of 32 bytes in the table, sealed by the vault: no environment variable holds it, and a copy of the table
 * alone tells nothing of it. Held in memory for five minutes, so that its use costs neither reads nor calls of KMS.
 * @param options.mayMake false: only opens it; until somebody has made it, each answer is another secret, under which
 * nothing is right. Left out: it is made by whoever needs it first.
 */
export function storedSecret(
  deps: { table: Table; vault: Vault; clock: Clock; ids: Ids },
  { key, owner, place }: SecretPlace,
  { mayMake = true }: { mayMake?: boolean } = {},
): () => Promise<Buffer> {
  let cached: { secret: Promise<Buffer>; until: number } | null = null;

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
      // Another process made it first: that one counts.
      if (error instanceof ConditionFailed && error.item) return open(error.item.sealed);
      throw error;
    }
  }

  const open = (sealed: unknown) => deps.vault.open(owner, place, sealed as Uint8Array); // written above only

  return () => {
    const now = deps.clock.now().getTime();
    if (cached && cached.until > now) return cached.secret;
    const mine = { secret: load(), until: now + CACHE_MS };
    cached = mine;
    mine.secret.catch(() => {
      if (cached === mine) cached = null;
    });
    return mine.secret;
  };
}
