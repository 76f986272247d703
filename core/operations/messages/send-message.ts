import type { AccountId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { mediaKey } from "../../domain/files/media-key.ts";
import type { Upload } from "../../domain/messages/send-content.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { MessageRecord } from "../../records/message.ts";
import { storeUpload } from "../files/store-upload.ts";
import { acceptMessage } from "./accept-message.ts";
import type { Backlog } from "./limit-backlog.ts";
import type { SendRequest } from "./plan-acceptance.ts";

/** Dependencies of a send through the API. */
export type SendDeps = LaneDeps & { backlog: Backlog; media: Pick<MediaStore, "put"> };

/** The id of a message to be sent, and the place of its own file. */
export function newMessage(deps: Pick<LaneDeps, "ids" | "clock">, account: AccountId, instance: InstanceRecord) {
  const id = deps.ids.next(ID_PREFIXES.message, deps.clock.now());
  return { id, fileKey: mediaKey(account, instance.id, id) };
}

/**
 * Puts the file that came with a request into the media store, then accepts the message. The file of a message that is
 * then refused is deleted by the bucket's own rule.
 * @throws ApiError `backlog_full`, `file_budget_used`, `unavailable`.
 */
export async function sendMessage(
  deps: SendDeps,
  request: SendRequest & { id: string },
  upload: Upload | null,
): Promise<{ message: MessageRecord; replayed: boolean }> {
  if (upload === null) return acceptMessage(deps, request);
  await deps.backlog.take(request.instance.id, null);
  const { id, caller_account: account, instance } = request;
  const file = await storeUpload(deps, account, mediaKey(account, instance.id, id), upload);
  return acceptMessage(deps, { ...request, file });
}
