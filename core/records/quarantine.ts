import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
/** What kinds of work on what came from the network there are. */
export const JOB_KINDS = [
  "message",
  /** A message as the journal holds it. */
  "journal_entry",
  "receipt",
  "call",
  "group_change",
  /** A person's two ids. */
  "pair",
  "lock",
  "quota",
  /** How the account stands is known from here on. */
  "standing",
  /** Reading the journal as a whole. */
  "journal",
  /** Sweeping what is left of large rows. */
  "journal_parts",
  "profile",
  "code",
  /** A message that waited to be sent, or was being sent: its row, its slot, its record. */
  "send",
  /** An event that waited for a webhook. */
  "delivery",
  /** A job of the quarantine that was to be tried again. */
  "retry",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Work that can never succeed as it is: taken off the line, so that what stands behind it goes on, and kept for the
 * operator. docs/decisions/0031.
 */
export interface QuarantineRecord {
  /** The same work has the same id, however often it comes. */
  id: string;
  account_id: string;
  instance_id: string;
  kind: JobKind;
  /** `asked`: the operator wants it tried again. */
  state: "held" | "asked";
  /** The error's class, its sentence, and where it was thrown. */
  error_class: string;
  error: string;
  stack: string | null;
  /** How often it was tried before it was set aside. */
  tries: number;
  /** How often it was set aside. */
  times: number;
  /** ISO, UTC. */
  set_aside_at: string;
  /** The packed input, when it fits beside; null: it lies in `parts`, or there is none. */
  input: Uint8Array | null;
  parts: number;
  input_bytes: number;
  /** The input was too large to be kept: it can't be tried again. */
  is_cut: boolean;
  /** Epoch seconds. */
  ttl: number;
}

/** Work that was set aside. */
export const quarantineRecords = recordsAt<QuarantineRecord, Parameters<typeof keys.quarantine>>(keys.quarantine);
