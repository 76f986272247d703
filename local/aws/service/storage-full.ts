import { STORAGE_FULL } from "../../../core/storage-full.ts";
import { AwsError } from "./aws-error.ts";

/** File system error codes: no space left, quota exceeded, file too large, read-only. */
const CODES = ["ENOSPC", "EDQUOT", "EFBIG", "EROFS"];
/** SQLite's primary result codes for the same conditions: read-only, I/O error, disk full. */
const RESULTS = [8, 10, 13];

/** Whether an error means that the disk can't be written to. */
export function saysDiskIsFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && typeof error.errcode === "number") return RESULTS.includes(error.errcode & 0xff);
  return "code" in error && CODES.includes(String(error.code));
}

/**
 * Creates the response to a request whose data couldn't be stored. It is a server error, because the request itself is
 * valid.
 */
export const storageFull = () =>
  new AwsError(
    STORAGE_FULL,
    "Nothing can be written to the machine's disk, because it is full, over its quota or read-only.",
    {
      status: 507,
    },
  );
