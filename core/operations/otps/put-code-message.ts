import { MINUTE_MS } from "../../contracts/durations.ts";
import { ID_PREFIXES, type MessageId } from "../../contracts/ids.ts";
import { phoneChat } from "../../domain/messages/chat-id.ts";
import { classify } from "../../domain/messages/message-class.ts";
import { contentView, type TextContent } from "../../domain/messages/message-content.ts";
import { maskOf } from "../../domain/otps/code-mask.ts";
import { CODE_STARTS_WITHIN_MS } from "../../domain/otps/otp-hold.ts";
import { codeText } from "../../domain/otps/otp-texts.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { type CodePart, emptyMessage, keptUntil, type MessageRecord, messageItem } from "../../records/message.ts";
import { findPerson, formFields } from "../../records/named-person.ts";
import type { OtpRecord } from "../../records/otps/otp.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import type { Write } from "../../store/table.ts";

/**
 * Builds the writes for the message that delivers an OTP's code (with its digits masked) and for that message's row in
 * the instance's lane. Include them in the transaction that creates the OTP or records a resend, and wake the lane
 * after the commit. Costs one read.
 * @throws Error if the OTP has no phone number to deliver the code to.
 */
export async function putCodeMessage(
  deps: LaneDeps,
  otp: OtpRecord,
  part: CodePart["part"],
  now: Date,
): Promise<{ id: MessageId; writes: Write[] }> {
  const { account_id, instance_id, phone } = otp;
  if (phone === null) throw new Error("An OTP whose code is sent has a phone.");
  const found = await findPerson(deps.table, instance_id, phone);
  const { person, known } = found;
  const id = deps.ids.next(ID_PREFIXES.message, now);
  const content: TextContent = { kind: "text", text: maskedText(otp), link_preview: false, mentions: [] };
  const row = putRow(
    {
      lane: instanceLane(instance_id),
      queue: INSTANCE_QUEUES.otp,
      id,
      due: now,
      expires_at: new Date(now.getTime() + CODE_STARTS_WITHIN_MS),
      data: { account_id, message_id: id, person, until: otp.expires_at },
    },
    now,
  );
  const message: MessageRecord = {
    ...emptyMessage(),
    ...contentView(content),
    id,
    account_id,
    instance_id,
    phone: person,
    ...formFields(found),
    chat_id: known?.chat_id ?? phoneChat(person),
    contact_name: known?.contact_name ?? null,
    direction: "out",
    status: "queued",
    origin: "otp",
    created_at: wireTime(now),
    person,
    // The message's current class. It is determined again when sending starts.
    class: classify(known?.last_in_at, now),
    step: "waiting",
    row: row.put.sk,
    content,
    uncounted: true,
    otp: { id: otp.id, part, until: otp.expires_at },
    ttl: keptUntil(now),
  };
  return { id, writes: [{ put: messageItem(message), if: [{ item: "absent" }] }, row] };
}

function maskedText({ locale, brand, code_length, created_at, expires_at }: OtpRecord): string {
  const minutes = Math.ceil((Date.parse(expires_at) - Date.parse(created_at)) / MINUTE_MS);
  return codeText({ locale, brand, masked: maskOf(code_length), minutes });
}
