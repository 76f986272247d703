import { isTooLate } from "../../core/domain/protection/night.ts";
import { relayedNow } from "../../core/records/chats/came-lately.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { NothingLeft } from "../baileys/shared/nothing-left.ts";
import { STALE_DEVICES } from "../connection/stale-devices.ts";
import { REFUSED_463 } from "../inbox/refusal-463.ts";
import type { SessionPort } from "../session-port.ts";
import { ACKNOWLEDGED_MS, acknowledgement, codeOf, isBroken } from "./acknowledgement.ts";
import { beforeSend } from "./before-send.ts";
import { endLate, fail, failVain, mayRest, noteGone, putOff, rest } from "./end-send.ts";
import { type Beginning, type StartedSend, startedSend, type TransmitDeps } from "./started-send.ts";
import { awaitQuietMoment, type Traffic } from "./status-recipients.ts";

/** How many times a message may be relayed per start: once, plus one repeat with the same id and bytes. */
const RELAYS = 2;
/**
 * Refusals whose cause has already been fixed by the time they arrive: either the person accepts first messages only
 * with their token, which we have now obtained, or the devices that the message was encrypted for were outdated and are
 * queried again.
 */
const MENDED: ReadonlySet<string> = new Set([REFUSED_463.tokenTaken, STALE_DEVICES]);
/**
 * The delays, in ms, before each retry of a message when no part of it was sent. By then, the obstacle (the table, or a
 * query that the network refused) may be gone. After the last retry, the message ends. We chose these values ourselves:
 * docs/decisions/0036.
 */
const NOTHING_LEFT_AGAIN_MS: readonly number[] = [1_000, 4_000, 15_000];

/**
 * Relays a message that is in a slot, waits for the server's acknowledgement, and records the outcome: `sent`, or
 * `failed` with the reason. If the connection breaks, or the task may no longer act, the outcome stays open: the
 * message retains its slot, and the next check of the lane repeats the same bytes under the same id, so the person's
 * phone displays the message only once. Before each relay, if the night has started, a first message is given back
 * instead. The differences between kinds of messages are defined in a table.
 * @param manner how to send the message if it has just been started, or null if this repeats an earlier check's send.
 * @param traffic the other messages in the lane, which a status waits for.
 * @returns whether the slot was released: an outcome was recorded, or the message was given back.
 */
export async function transmit(
  deps: TransmitDeps,
  own: Owner,
  session: SessionPort,
  message: MessageRecord,
  manner: Beginning | null,
  traffic: Traffic,
): Promise<boolean> {
  const send = await startedSend(deps, own, session, message, manner);
  const { id, chat, list } = send;
  if (list?.length === 0) return fail(send, "server_error");
  if (manner) await beforeSend(deps, session, message, chat, manner, manner.hurry, manner.marked).finally(manner.typed);
  let vain = 0;
  while (send.relays < RELAYS) {
    if (!session.isOpen() || !session.mayAct()) return putOff(send);
    const { openedAt } = session;
    if (isTooLate(message.go_before, deps.clock.now())) return endLate(send, openedAt);
    const moment = list ? await awaitQuietMoment(deps, session, list, traffic) : "now";
    if (moment === "put_off") return putOff(send);
    const nothing = moment === "now" ? await relay(send) : moment;
    if (nothing?.isUnanswered && mayRest(send)) return rest(send);
    const waitMs = nothing ? NOTHING_LEFT_AGAIN_MS[vain++] : ACKNOWLEDGED_MS;
    if (waitMs === undefined) {
      return isBroken(session, openedAt) || !session.mayAct() ? putOff(send) : failVain(send, nothing);
    }
    const answer = await acknowledgement(deps, session, { id, openedAt, waitMs });
    // The connection on which the message was relayed is now closed, so the message's outcome is unknown. The next
    // check repeats the message on the new connection.
    if (answer === "broken") return nothing ? putOff(send) : false;
    if (answer === null) continue;
    if (answer.error === null) {
      manner?.answered();
      return noteGone(send, answer);
    }
    if (!(MENDED.has(answer.error) && send.relays < RELAYS)) return fail(send, codeOf(answer.error));
  }
  return session.isOpen() && session.mayAct() ? fail(send, "no_receipt") : false;
}

/**
 * Relays the message once. @returns the error if no part of the message was sent, or null if it was sent or may have
 * been.
 */
async function relay(send: StartedSend): Promise<NothingLeft | null> {
  const { deps, session, message, id, chat, bytes, list } = send;
  // Note this before the call, because the person may answer before the call returns.
  const relayed = relayedNow(deps.table, deps.clock.now());
  try {
    await session.relay(chat, id, bytes, list);
  } catch (error) {
    const about = { instance_id: session.instance_id, message_id: message.id, error: String(error) };
    deps.log.warn(about, "relay failed");
    if (error instanceof NothingLeft) return error;
  }
  send.relays++;
  send.relayed ??= relayed;
  return null;
}
