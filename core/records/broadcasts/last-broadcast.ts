import { ID_PREFIXES } from "../../contracts/ids.ts";
import { PAGE_PEOPLE } from "../../domain/broadcasts/recipient-letters.ts";
import type { BroadcastSpot } from "../message.ts";

/** The last broadcast message that was begun to a person. */
export interface LastBroadcast extends BroadcastSpot {
  /** When it was begun, epoch ms. */
  ms: number;
}

const PREFIX = `${ID_PREFIXES.broadcast}_`;
const RADIX = 36;

/** It in the few bytes that a person's record has left for it. */
export const packLastBroadcast = ({ id, gen, page, at, ms }: LastBroadcast): string =>
  [id.slice(PREFIX.length), gen, page * PAGE_PEOPLE + at, ms.toString(RADIX)].join("#");

/** It again; null: there is none. */
export function readLastBroadcast(packed: unknown): LastBroadcast | null {
  if (typeof packed !== "string") return null;
  const [id = "", gen = "", place = "", ms = ""] = packed.split("#");
  const [n, at] = [Number(place), Number.parseInt(ms, RADIX)];
  if (![Number(gen), n, at].every(Number.isSafeInteger)) return null;
  return { id: PREFIX + id, gen: Number(gen), page: Math.floor(n / PAGE_PEOPLE), at: n % PAGE_PEOPLE, ms: at };
}
