import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { kindOf } from "../../core/domain/sending/kinds.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { askForms } from "../../core/operations/receiving/ask-forms.ts";
import type { MergeDeps } from "../../core/operations/receiving/merge-person.ts";
import { storeRecipients } from "../../core/operations/statuses/store-recipients.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { NO_RECIPIENT_TEXT } from "../../core/records/sending-error-texts.ts";
import { statusLists } from "../../core/records/status.ts";
import type { Table } from "../../core/store/table.ts";
import { NothingLeft } from "../baileys/shared/nothing-left.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import type { SessionPort } from "../session-port.ts";

/** Whether other messages in the lane need the session's keys at the moment. */
export interface Traffic {
  isBusy(): boolean;
}

/**
 * The maximum time a status yields to replies, so a number that replies all day can still post. We chose this value
 * ourselves: 0085.
 */
const MAKES_WAY_MS = 10 * MINUTE_MS;
const LOOK_MS = 200;

/**
 * Determines a status's recipients before it can be sent. Unknown people are looked up first, in case the network lists
 * their number in its other form. Does nothing for other messages. docs/decisions/0155
 * @throws CannotPrepare if no recipients are left. @throws AnswerUnknown if the network doesn't answer. @throws
 * FenceLost
 */
export async function fixRecipients(
  deps: MergeDeps,
  own: Owner,
  session: SessionPort,
  message: MessageRecord,
): Promise<void> {
  if (!kindOf(message).hasList) return;
  const { id } = message;
  const list = await statusLists.read(deps.table, own.instance_id, id);
  if (!list) throw new CannotPrepare("server_error", "a status without a list");
  if (list.listed) return;
  const people = await askForms(deps, own, list.recipients, (phones) => session.statuses.networkForms(phones));
  const found = await session.statuses.findRecipients(people);
  if (found.reached === 0)
    throw new CannotPrepare("not_on_messenger", "none of the recipients can be listed", NO_RECIPIENT_TEXT);
  await storeRecipients(deps, own, id, found);
}

/** Returns a status's addresses, or undefined if the message isn't a status. */
export async function listOf(
  deps: { table: Table },
  own: Owner,
  message: MessageRecord,
): Promise<string[] | undefined> {
  if (!kindOf(message).hasList) return undefined;
  return (await statusLists.read(deps.table, own.instance_id, message.id))?.listed ?? [];
}

/**
 * Waits for a moment when encrypting a status for all its recipients won't delay other messages, because the encryption
 * locks the session's keys for a second or two. Every query for the status must be answered, and no reply may be
 * waiting.
 * @returns the error if the status can't be sent now; `put_off` if the connection is closed or the task may no longer
 * act.
 */
export async function awaitQuietMoment(
  { clock, log }: Pick<LaneDeps, "clock" | "log">,
  session: SessionPort,
  list: string[],
  traffic: Traffic,
): Promise<NothingLeft | "now" | "put_off"> {
  try {
    await session.statuses.readyFor(list);
  } catch (error) {
    log.warn({ instance_id: session.instance_id, error: String(error) }, "a status can't be encrypted yet");
    return error instanceof NothingLeft ? error : "put_off";
  }
  const until = clock.now().getTime() + MAKES_WAY_MS;
  const mayGo = () => session.isOpen() && session.mayAct();
  const { signal } = new AbortController();
  const look = () => clock.until(new Date(Math.min(until, clock.now().getTime() + LOOK_MS)), signal);
  while (mayGo() && traffic.isBusy() && clock.now().getTime() < until) await look();
  return mayGo() ? "now" : "put_off";
}
