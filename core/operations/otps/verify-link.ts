import { privateUserOf } from "../../domain/messages/chat-id.ts";
import { confirmationText } from "../../domain/otps/otp-texts.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import { type EventRoute, eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { type OtpRecord, otpRecords } from "../../records/otps/otp.ts";
import { isPending, otpEvent, stillPending } from "../../records/otps/otp-events.ts";
import type { Owner } from "../../records/owner.ts";
import type { FoundPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { TransactionRefused, type Write } from "../../store/table.ts";
import { putOwnReply } from "../sending/put-own-reply.ts";

/**
 * Builds the writes that verify a link OTP: its state, its event, and the confirmation sent to the author. They are
 * refused if the OTP has already reached a final state. Wake the endpoint and the lane after the commit. Spec: OTP, by
 * link; Events, `otp.completed`.
 * @param chat_id the id of the chat that the author wrote in.
 */
export function verificationWrites(
  deps: Pick<EventDeps, "ids">,
  otp: OtpRecord,
  { found, chat_id }: { found: FoundPerson; chat_id: string | null },
  route: EventRoute,
  now: Date,
): Write[] {
  const { account_id, instance_id, id } = otp;
  const theirs = privateUserOf(found.person) === null ? found.person : null;
  const set = { status: "verified", phone: otp.phone ?? theirs, verified_at: now.toISOString() } as const;
  const text = confirmationText(otp);
  const reply = { account_id, instance_id, found, phone: theirs, chat_id, origin: "otp", text } as const;
  return [
    { update: keys.otp(account_id, id), set, if: stillPending(now) },
    ...eventWrites(deps, route, otpEvent("otp.completed", { ...otp, ...set }), now),
    ...putOwnReply(deps, reply, now).writes,
  ];
}

/**
 * Verifies an OTP whose text is already stored, once the text's author is known to be the intended person. Does nothing
 * if the OTP is already over.
 * @throws FenceLost
 */
export async function verifyLink(deps: EventDeps, own: Owner, id: string, found: FoundPerson): Promise<void> {
  const { account_id, instance_id, fence } = own;
  const [otp, route] = await Promise.all([
    otpRecords.read(deps.table, account_id, id),
    eventRoute(deps, account_id, instance_id),
  ]);
  const now = deps.clock.now();
  if (!otp || !isPending(otp, now)) return;
  const chat_id = found.known?.chat_id ?? null;
  try {
    const writes = verificationWrites(deps, otp, { found, chat_id }, route, now);
    await transactFenced(deps.table, instance_id, fence, writes);
  } catch (error) {
    if (error instanceof TransactionRefused) return; // already final, and reported by whatever ended it
    throw error;
  }
  await wakeEndpoint(deps, route);
  await ensureWake(deps, instanceLane(instance_id), now, null);
}
