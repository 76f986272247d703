import type { SendErrorCode } from "../../core/contracts/error-codes.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import type { MessageRecord } from "../../core/contracts/message.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import type { EventDeps } from "../../core/operations/message-events.ts";
import { recordReceipt } from "../../core/operations/record-receipt.ts";
import { failMessage, type Ownership } from "../../core/operations/send-steps.ts";
import type { LiveSession } from "../live-session.ts";

/** Relays of one start: the first, and one repeat with the same id and bytes. */
const RELAYS = 2;
/** How often a wait for the acknowledgement looks whether the connection is still there. */
const LOOK_MS = 200;

/**
 * Relays the message in the slot and waits for the server's acknowledgement: `sent`, or `failed` with the reason. When
 * the connection breaks, or the task may no longer act, nothing is decided: the slot stays, and the next look at the
 * lane repeats the same bytes under the same id, which the person's phone shows once.
 */
export async function transmit(
  deps: EventDeps,
  own: Ownership,
  session: LiveSession,
  message: MessageRecord,
): Promise<void> {
  const { network_id: id, network_chat: chat, network_bytes: bytes } = message;
  if (id === null || chat === null || bytes === null) throw new Error("A message in the slot has no network id.");
  for (let relay = 1; relay <= RELAYS; relay++) {
    if (!session.isOpen() || !session.mayAct()) return;
    try {
      await session.relay(chat, id, bytes);
    } catch (error) {
      deps.log.warn({ instance_id: own.instance_id, message_id: message.id, error: String(error) }, "relay failed");
    }
    const answer = await acknowledgement(deps, session, id);
    if (answer?.error === null) {
      const receipt = { ...own, network_id: id, kind: "sent", at: deps.clock.now() } as const;
      await recordReceipt(deps, receipt);
      return;
    }
    if (answer) {
      await failMessage(deps, own, message, null, codeOf(answer.error));
      return;
    }
  }
  if (session.isOpen() && session.mayAct()) await failMessage(deps, own, message, null, "no_receipt");
}

/** @returns null when none came in time, or the connection broke. Spec: Message, `error_code` no_receipt. */
async function acknowledgement(deps: LaneDeps, session: LiveSession, id: string) {
  const stop = new AbortController();
  const deadline = new Date(deps.clock.now().getTime() + LIMITS.acknowledgementSec * 1000);
  void deps.clock.until(deadline, stop.signal).then(() => stop.abort());
  const look = setInterval(() => {
    if (!session.isOpen()) stop.abort();
  }, LOOK_MS);
  try {
    return await session.acknowledged(id, stop.signal);
  } finally {
    clearInterval(look);
    stop.abort();
  }
}

/** The network's refusal codes in the spec's terms: 463 = restricted or no privacy token, the rest = refused. */
function codeOf(error: string | null): SendErrorCode {
  return error === "463" ? "messenger_restricted" : "messenger_refused";
}
