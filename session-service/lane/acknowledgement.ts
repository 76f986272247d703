import type { SendErrorCode } from "../../core/contracts/error-codes.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import type { Acknowledgement } from "../baileys/socket/connection.ts";
import { REFUSED_463 } from "../inbox/refusal-463.ts";
import type { SessionPort } from "../session-port.ts";

/** How long to wait for the network to acknowledge a relayed message. */
export const ACKNOWLEDGED_MS = LIMITS.acknowledgementSec * 1000;
/** How often to check, while waiting for an acknowledgement, that the connection is still open. */
const LOOK_MS = 200;

/**
 * Waits for the network's acknowledgement of a relayed message.
 * @param relay.openedAt identifies the connection over which the message was relayed; the acknowledgement can't arrive
 * over any other connection.
 * @returns null if the wait times out, "broken" if that connection is closed. Spec: Message, `error_code` no_receipt.
 */
export async function acknowledgement(
  deps: LaneDeps,
  session: SessionPort,
  { id, openedAt, waitMs }: { id: string; openedAt: Date | null; waitMs: number },
): Promise<Acknowledgement | "broken" | null> {
  const stop = new AbortController();
  let broken = false;
  const deadline = new Date(deps.clock.now().getTime() + waitMs);
  void deps.clock.until(deadline, stop.signal).then(() => stop.abort());
  const look = setInterval(() => {
    broken = isBroken(session, openedAt);
    if (broken) stop.abort();
  }, LOOK_MS);
  try {
    const answer = await session.acknowledged(id, stop.signal);
    return answer ?? (broken ? "broken" : null);
  } finally {
    clearInterval(look);
    stop.abort();
  }
}

/** Whether the connection opened at `openedAt` has been closed. */
export const isBroken = (session: SessionPort, openedAt: Date | null): boolean =>
  !session.isOpen() || session.openedAt?.getTime() !== openedAt?.getTime();

/**
 * Converts a refusal by the network to one of the spec's error codes. A 463 that reaches this function has already been
 * explained, and means a locked account.
 */
export function codeOf(error: string | null): SendErrorCode {
  return error === REFUSED_463.locked ? "messenger_restricted" : "messenger_refused";
}
