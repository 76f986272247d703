import { type AccountId, ID_PREFIXES, type MessageId } from "../../contracts/ids.ts";
import { mediaKey } from "../../domain/files/media-key.ts";
import type { StoredFile } from "../../domain/messages/message-content.ts";
import type { CheckedSend } from "../../domain/messages/send-rules.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { MessageRecord } from "../../records/message.ts";
import { storeUpload } from "../files/store-upload.ts";
import { acceptMessage } from "./accept-message.ts";
import type { Backlog } from "./limit-backlog.ts";
import type { SendRequest } from "./plan-acceptance.ts";

/** Dependencies for sending through the API. */
export type SendDeps = LaneDeps & { backlog: Backlog; media: Pick<MediaStore, "put"> };

/** Generates the id of a message to be sent, and the storage key for its own file. */
export function newMessage(deps: Pick<LaneDeps, "ids" | "clock">, account: AccountId, instance: InstanceRecord) {
  const id = deps.ids.next(ID_PREFIXES.message, deps.clock.now());
  return { id, fileKey: mediaKey(account, instance.id, id) };
}

/** The account and instance that send a message, and the message's future id. */
export type SendOrigin = Pick<
  SendRequest,
  "caller_account" | "instance" | "origin" | "user_id" | "messages_per_day" | "idempotency_key"
> & { id: MessageId };

/**
 * Accepts a checked message. If the message includes a file, the file is stored first. If the message is then refused,
 * a bucket rule deletes the file.
 * @throws ApiError `file_budget_used`, or an error from `acceptMessage`.
 */
export async function sendMessage(
  deps: SendDeps,
  { upload, lying, ...message }: CheckedSend,
  sender: SendOrigin,
): Promise<{ message: MessageRecord; replayed: boolean }> {
  if (upload === null) return acceptMessage(deps, { ...message, ...sender, ...(lying && shared(lying)) });
  const { id, caller_account: account, instance } = sender;
  await deps.backlog.take(instance.id, null);
  const file = await storeUpload(deps, account, mediaKey(account, instance.id, id), upload);
  return acceptMessage(deps, { ...message, ...sender, file });
}

/** Marks a file as shared: several messages may use it, so deleting one of them does not delete the file. */
const shared = (file: StoredFile) => ({ file, file_shared: true });
