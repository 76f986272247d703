import { DAY_MS } from "../../../core/contracts/durations.ts";
import type { AccountId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { UPLOAD_SCHEME } from "../../../core/contracts/panel/upload-schemes.ts";
import type { StoredFile } from "../../../core/domain/messages/message-content.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { openText, sealText } from "../sealed-text.ts";
import { validationError } from "../validate.ts";

/** A file that was uploaded to our store and that messages can then refer to. */
export interface UploadedFile extends Omit<StoredFile, "filename" | "voice"> {
  /**
   * When the upload address was issued, in epoch milliseconds. The bucket's usual retention period for files starts at
   * this time.
   */
  made: number;
}

/** How long messages can refer to an uploaded file. */
const NAMED_MS = DAY_MS;

const scopeOf = (account: AccountId) => `upload|${account}`;
const hmacOf = (deps: Pick<ApiDeps, "pepper">) => (text: string) => deps.pepper.hmac("upload", text);

const GONE = "This file can no longer be used. Choose it again.";

/** Creates the `media.url` that messages of the same account can use to refer to an uploaded file for one day. */
export async function uploadUrl(
  deps: Pick<ApiDeps, "pepper">,
  account: AccountId,
  file: Omit<UploadedFile, "made">,
  now: Date,
): Promise<string> {
  const content: UploadedFile = { ...file, made: now.getTime() };
  return `${UPLOAD_SCHEME}${await sealText(hmacOf(deps), scopeOf(account), JSON.stringify(content))}`;
}

/**
 * Finds the uploaded file that a panel request refers to. Whether the file was actually uploaded is checked when the
 * message is prepared. If the file is missing, the message fails with `media_unreachable`. API keys can't upload files,
 * so for them such a URL is invalid.
 * @returns null if the request doesn't refer to an uploaded file. @throws ApiError 422 for an upload that is unknown,
 * belongs to another account, or is too old.
 */
export async function uploadedFile(
  deps: Pick<ApiDeps, "pepper">,
  { account_id: account, user_id }: Pick<Caller, "account_id" | "user_id">,
  url: unknown,
  now: Date,
): Promise<UploadedFile | null> {
  if (user_id === null || typeof url !== "string" || !url.startsWith(UPLOAD_SCHEME)) return null;
  const text = await openText(hmacOf(deps), scopeOf(account), url.slice(UPLOAD_SCHEME.length));
  if (text === null) throw validationError({ "media.url": [GONE] });
  const file = JSON.parse(text) as UploadedFile; // ours: the seal says so
  if (file.made + NAMED_MS <= now.getTime()) throw validationError({ "media.url": [GONE] });
  return file;
}

/**
 * Checks that an uploaded file will still exist when its message is sent, since it may have been stored for some time
 * before a message refers to it.
 * @throws ApiError 422 if the file may have been deleted by the requested send time.
 */
export function requireKeptUntil({ made }: UploadedFile, sendAt: Date | null): void {
  if (sendAt === null || sendAt.getTime() <= made + LIMITS.retentionDays * DAY_MS) return;
  throw validationError({
    send_at: ["The file will have expired by then. Choose the file again, or an earlier time."],
  });
}
