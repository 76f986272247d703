import { ID_PREFIXES } from "../../contracts/ids.ts";
import type { MessageOrigin } from "../../contracts/message.ts";
import { PAGE_PEOPLE } from "../../domain/broadcasts/recipient-states.ts";
import type { Claim } from "../../store/table.ts";
import type { BroadcastSpot } from "../message.ts";

/** The last broadcast for which a message to a person was started. */
export interface LastBroadcast extends BroadcastSpot {
  /** When that message was started, in epoch ms. */
  ms: number;
  /** Whether the person has answered the broadcast, so their answer is counted only once. */
  answered?: boolean;
  /** Whether another message has been sent to the person since. */
  overtaken?: boolean;
}

const PREFIX = `${ID_PREFIXES.broadcast}_`;
const RADIX = 36;
const [ANSWERED, OVERTAKEN] = ["a", "x"];

/** Packs a person's last broadcast into the few bytes available in their record. */
export function packLastBroadcast({ id, gen, page, at, ms, answered, overtaken }: LastBroadcast): string {
  const marks = `${answered ? ANSWERED : ""}${overtaken ? OVERTAKEN : ""}`;
  const parts = [id.slice(PREFIX.length), gen, page * PAGE_PEOPLE + at, ms.toString(RADIX)];
  return [...parts, ...(marks ? [marks] : [])].join("#");
}

/** Unpacks a person's last broadcast. Returns null if there is none. */
export function readLastBroadcast(packed: unknown): LastBroadcast | null {
  if (typeof packed !== "string") return null;
  const [id = "", gen = "", place = "", ms = "", marks = ""] = packed.split("#");
  const [n, at] = [Number(place), Number.parseInt(ms, RADIX)];
  if (![Number(gen), n, at].every(Number.isSafeInteger)) return null;
  const spot = { id: PREFIX + id, gen: Number(gen), page: Math.floor(n / PAGE_PEOPLE), at: n % PAGE_PEOPLE };
  const [answered, overtaken] = [marks.includes(ANSWERED), marks.includes(OVERTAKEN)];
  return { ...spot, ms: at, ...(answered && { answered }), ...(overtaken && { overtaken }) };
}

/**
 * Returns the change that records that a later message was sent to a person, so ambiguous words no longer refer to the
 * last broadcast. Changes nothing for a message that was sent before the broadcast's own message and is only now being
 * recorded.
 * @param message our message, and when it was sent, in epoch ms.
 */
export function overtakenBy(
  { origin, ms }: { origin: MessageOrigin; ms: number },
  brd: string | undefined,
): { set: { brd: string }; if: Claim[] } | null {
  const last = readLastBroadcast(brd);
  if (!last || last.overtaken || origin === "broadcast" || brd === undefined || ms < last.ms) return null;
  return {
    set: { brd: packLastBroadcast({ ...last, overtaken: true }) },
    if: [{ field: "brd", op: "=", value: brd }],
  };
}
