import { createHmac } from "node:crypto";
import type { Clock, Ids, Vault } from "../ports.ts";
import { keys } from "../store/keys.ts";
import { ConditionFailed, type Table } from "../store/table.ts";

/** The deployment's secret for API keys and cursors: HMAC-SHA-256 of a text under it, for one purpose. */
export interface Pepper {
  hmac(purpose: "api_key" | "cursor", text: string): Promise<Buffer>;
}

/** Whoever owns the pepper's data key: no account has this id. */
const OWNER = { account_id: "deployment" };
const PLACE = "pepper|secret";
const CACHE_MS = 5 * 60_000;
const SECRET_BYTES = 32;

/**
 * The pepper in the table, sealed by the vault: no environment variable holds it, and a copy of the table alone tells
 * nothing about any key. Held in memory for five minutes.
 * @param options.mayMake false: only opens it. Until whoever makes the first key has made it, no text has the same HMAC
 * twice, so there is no key that could be right. Left out: it is made by whoever needs it first.
 */
export function storedPepper(
  deps: { table: Table; vault: Vault; clock: Clock; ids: Ids },
  { mayMake = true }: { mayMake?: boolean } = {},
): Pepper {
  let cached: { secret: Promise<Buffer>; until: number } | null = null;

  function secret(): Promise<Buffer> {
    const now = deps.clock.now().getTime();
    if (cached && cached.until > now) return cached.secret;
    const mine = { secret: load(), until: now + CACHE_MS };
    cached = mine;
    mine.secret.catch(() => {
      if (cached === mine) cached = null;
    });
    return mine.secret;
  }

  async function load(): Promise<Buffer> {
    const stored = await deps.table.get(keys.pepper());
    if (stored) return open(stored.sealed);
    const made = deps.ids.random(SECRET_BYTES);
    if (!mayMake) {
      cached = null;
      return made;
    }
    const sealed = await deps.vault.seal(OWNER, PLACE, made);
    try {
      await deps.table.write({ put: { ...keys.pepper(), sealed }, if: [{ item: "absent" }] });
      return made;
    } catch (error) {
      // Another process made it first: that one counts.
      if (error instanceof ConditionFailed && error.item) return open(error.item.sealed);
      throw error;
    }
  }

  const open = (sealed: unknown) => deps.vault.open(OWNER, PLACE, sealed as Uint8Array); // written above only

  return {
    async hmac(purpose, text) {
      return createHmac("sha256", await secret())
        .update(`${purpose}|${text}`)
        .digest();
    },
  };
}
