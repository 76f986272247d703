import { MINUTE_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import type { CreateUploadBody } from "../../contracts/panel/uploads.ts";
import { uploadKey } from "../../domain/files/media-key.ts";
import { ApiError } from "../../errors.ts";
import type { Clock, Ids, UploadAddresses } from "../../ports.ts";
import type { Table } from "../../store/table.ts";
import { countSentBytes } from "./count-sent-bytes.ts";

/** How long an upload address is valid. */
const ADDRESS_MINUTES = 10;

/** The upload address for a single file, and how to use it. */
export interface OpenUpload {
  key: string;
  upload_url: string;
  headers: Record<string, string>;
  expires_at: Date;
}

/**
 * Returns an address to which a browser can upload exactly one file. The file's size and hash are part of the
 * signature. The file counts against the day's budget immediately, even if it is never uploaded. A bucket rule deletes
 * files that no message refers to. docs/decisions/0110.
 * @throws ApiError `file_budget_used`.
 */
export async function makeUpload(
  deps: { table: Table; clock: Clock; ids: Ids; media: UploadAddresses },
  account: AccountId,
  { size_bytes, sha256 }: Pick<CreateUploadBody, "size_bytes" | "sha256">,
): Promise<OpenUpload> {
  const now = deps.clock.now();
  const budget = await countSentBytes(deps, account, size_bytes, now);
  if (!budget.fits) {
    const retryAfterSec = Math.max(1, Math.ceil((budget.retry_at.getTime() - now.getTime()) / 1000));
    throw new ApiError("file_budget_used", { retryAfterSec });
  }
  const key = uploadKey(account, deps.ids.next(ID_PREFIXES.upload, now));
  const forSec = ADDRESS_MINUTES * 60;
  const { url, headers } = await deps.media.signUpload(key, { size_bytes, sha256 }, forSec);
  const expires_at = new Date(now.getTime() + ADDRESS_MINUTES * MINUTE_MS);
  return { key, upload_url: url, headers, expires_at };
}
