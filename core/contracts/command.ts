import type { ErrorCode } from "./error-codes.ts";

/**
 * What an API function asks of an instance's session and waits for. Commands are not kept: one that was not begun by
 * its deadline is never begun, and the caller has been told to try again.
 */
export type Command =
  | { kind: "edit"; message_id: string; text: string }
  | { kind: "delete"; message_id: string }
  /** `emoji` null removes the reaction. */
  | { kind: "react"; message_id: string; emoji: string | null }
  | { kind: "read"; message_id: string };

export type CommandAnswer = { ok: true } | { ok: false; code: ErrorCode; message?: string; retry_after_sec?: number };

/** A command under way: written by the API, claimed and answered by the instance's owner. */
export interface CommandRecord {
  command: Command;
  /** ISO, UTC: never begun after it. */
  deadline: string;
  /** The fence of the ownership that began it. */
  claim?: number;
  answer?: CommandAnswer;
  /** Epoch seconds. */
  ttl: number;
}

/** How long an API function waits for a session's answer, then says 503. Our number: docs/decisions. */
export const COMMAND_WAIT_SEC = 10;
