import type { AccountId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { StoredFile } from "../../domain/messages/message-content.ts";
import type { FileToStore } from "../../domain/messages/send-content.ts";
import { ApiError } from "../../errors.ts";
import type { Clock, MediaStore } from "../../ports.ts";
import type { Table } from "../../store/table.ts";
import { countSentBytes } from "./count-sent-bytes.ts";

/** Stores a request's file under the given key, and counts its bytes. @throws ApiError `file_budget_used`. */
export async function storeUpload(
  deps: { table: Table; clock: Clock; media: Pick<MediaStore, "put"> },
  account: AccountId,
  key: string,
  { base64, size_bytes, mimetype, filename, voice }: FileToStore,
): Promise<StoredFile> {
  const now = deps.clock.now();
  const budget = await countSentBytes(deps, account, size_bytes, now);
  if (!budget.fits) {
    const retryAfterSec = Math.max(1, Math.ceil((budget.retry_at.getTime() - now.getTime()) / 1000));
    throw new ApiError("file_budget_used", { retryAfterSec });
  }
  const about = { mimetype, filename, maxBytes: LIMITS.fileDataMaxBytes };
  const stored = await deps.media.put(key, Buffer.from(base64, "base64"), about);
  return { key, mimetype, filename, voice, ...stored };
}
