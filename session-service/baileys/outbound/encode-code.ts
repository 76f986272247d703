import { proto } from "@whiskeysockets/baileys";
import { kindOf } from "../../../core/domain/sending/kinds.ts";
import { fillCode } from "../../../core/operations/otps/fill-code.ts";
import { readSent } from "../../../core/operations/receiving/record-receipt.ts";
import { timerOf } from "../../../core/records/chats/remembered-timer.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { libraryLog } from "../shared/library-log.ts";
import { generate } from "./generate.ts";
import { timed } from "./with-timer.ts";

/**
 * Encodes an OTP message with the code filled in. The bytes are not stored. Encoding the message again produces the
 * same bytes, because the library's random secret is replaced with one derived from the message.
 * @throws CannotPrepare if the message has not been sent yet and its OTP has expired or never existed.
 */
export async function encodeCode(
  deps: ConnectionDeps,
  owner: Pick<Owner, "instance_id">,
  chat: string,
  message: MessageRecord,
): Promise<Uint8Array> {
  const filled = deps.codes && (await fillCode({ ...deps, codes: deps.codes }, message));
  if (!filled) throw new CannotPrepare("server_error", "a code's message without its OTP");
  if (message.network_id === null && !filled.isOpen) throw new CannotPrepare("cancelled", "its OTP is no longer open");
  const tools = { libraryLog: libraryLog(deps.log, owner.instance_id), upload: noUpload };
  const made = await generate(tools, chat, { text: filled.text, linkPreview: null });
  const messageContextInfo = { ...made.messageContextInfo, messageSecret: filled.secret };
  return proto.Message.encode({ ...made, messageContextInfo }).finish();
}

/**
 * Returns the exact bytes of a sent message, for when the network requests the message again. For an OTP message, they
 * are available until the OTP expires.
 * @returns null if the bytes aren't stored.
 */
export async function bytesAgain(deps: ConnectionDeps, owner: Owner, networkId: string): Promise<Uint8Array | null> {
  const message = await readSent(deps, owner.instance_id, networkId);
  if (!message || !kindOf(message).holdsCode) return message?.network_bytes ?? null;
  const until = Date.parse(message.otp?.until ?? "");
  if (!(deps.clock.now().getTime() < until)) return null;
  const bytes = await encodeCode(deps, owner, message.network_chat ?? "", message);
  const sec = message.person === null ? 0 : await timerOf(deps.table, owner, message.person);
  return sec > 0 ? timed(bytes, sec) : bytes;
}

const noUpload = async (): Promise<never> => {
  throw new Error("A text has no file.");
};
