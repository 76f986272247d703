import { DAY_MS } from "../../../core/contracts/durations.ts";
import { SAVED_FILE_SCHEME } from "../../../core/contracts/panel/upload-schemes.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import { savedFiles } from "../../../core/records/answers/saved-reply.ts";
import type { Table } from "../../../core/store/table.ts";
import { validationError } from "../validate.ts";
import type { UploadedFile } from "./uploaded-file.ts";

/** The format of our file ids. */
const FILE_ID = /^[\w-]{1,60}$/;
/**
 * How long a replaced file can still be sent. Needed because a user may have chosen the saved reply before its file was
 * replaced.
 */
const CHOSEN_MS = DAY_MS;
const GONE = "This saved reply's file has changed. Choose the reply again.";

/**
 * Finds the saved reply's file that a panel request refers to. The request identifies the exact file, because the
 * reply's file may have been replaced since the user chose the reply. For API keys, such a URL is invalid.
 * @returns null if the request doesn't refer to such a file. @throws ApiError 422 for a file that no longer belongs to
 * any reply.
 */
export async function savedFile(
  { table }: { table: Table },
  { account_id: account, user_id }: Pick<Caller, "account_id" | "user_id">,
  url: unknown,
  now: Date,
): Promise<UploadedFile | null> {
  if (user_id === null || typeof url !== "string" || !url.startsWith(SAVED_FILE_SCHEME)) return null;
  const id = url.slice(SAVED_FILE_SCHEME.length);
  const record = FILE_ID.test(id) ? await savedFiles.read(table, account, id) : null;
  const file = record?.media?.file;
  const unusedMs = record?.unused_at ? now.getTime() - Date.parse(record.unused_at) : 0;
  if (!file || unusedMs > CHOSEN_MS) throw validationError({ "media.url": [GONE] });
  const { key, mimetype, size_bytes, sha256 } = file;
  // The bucket's lifecycle rule doesn't delete files of saved replies, so the file will still exist when the message is
  // sent.
  return { key, mimetype, size_bytes, sha256, made: now.getTime() };
}
