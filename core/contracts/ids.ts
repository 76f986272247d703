import type * as z from "zod";
import type { ErrorCode } from "./error-codes.ts";
import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

/** The prefixes of our ids. The rest of an id is a ULID, so ids sort by time. */
export const ID_PREFIXES = {
  instance: "inst",
  message: "msg",
  event: "evt",
  key: "key",
  account: "acc",
  activity: "act",
  notice: "ntc",
  status: "sts",
  otp: "otp",
  broadcast: "brd",
  user: "usr",
  session: "ses",
  invite: "inv",
  upload: "upl",
  draft: "dft",
  note: "note",
  savedReply: "rpl",
  connection: "con",
  export: "exp",
  contactImport: "imp",
} as const;

/**
 * An id of one kind. The compiler rejects ids of other kinds but accepts plain strings, so external ids need no cast.
 * Every id is looked up before use.
 */
export type Id<Kind extends keyof typeof ID_PREFIXES> = string & { readonly idOf?: Kind };
export type AccountId = Id<"account">;
export type InstanceId = Id<"instance">;
export type MessageId = Id<"message">;
export type EventId = Id<"event">;
export type OtpId = Id<"otp">;
export type BroadcastId = Id<"broadcast">;
export type UserId = Id<"user">;
export type SessionId = Id<"session">;
export type DraftId = Id<"draft">;
export type NoteId = Id<"note">;
export type SavedReplyId = Id<"savedReply">;
export type ConnectionId = Id<"connection">;
export type ExportId = Id<"export">;
export type ContactImportId = Id<"contactImport">;
/**
 * The network that per-address limits apply to. Only `addressBlock` (core/domain/accounts/) creates values of this
 * type.
 */
export type AddressBlock = string & { readonly isAddressBlock: true };
/** A status is sent as a message with the same id. */
export type StatusId = MessageId;

/** Whether an id belongs to a status. A status and the message that carries it have the same id. */
export const isStatusId = (id: string): id is StatusId => id.startsWith(`${ID_PREFIXES.status}_`);

const ULID = "[0-9A-HJKMNP-TV-Z]{26}";

/**
 * Returns the pattern of ids with this prefix. No id has any other form, so a value that doesn't match is "not found"
 * rather than invalid.
 */
export const idPattern = (prefix: string) => new RegExp(`^${prefix}_${ULID}$`);

declare const SAYS_A_CODE: unique symbol;

/** Marks a schema whose error messages are all error codes. */
interface SaysACode {
  readonly [SAYS_A_CODE]: ErrorCode;
}

/**
 * The schema for path parameters. Its error messages are the response's error codes (functions/api/route.ts), because a
 * value that can't exist is "not found" rather than invalid. Routes therefore accept only schemas created by
 * `pathText`, `pathNumber` and `pathId`.
 */
export type PathParams = z.ZodObject<Record<string, z.ZodType & SaysACode>>;

/**
 * Creates a schema for a text in a path. @param code the error code for a text that is too long or does not match
 * `pattern`.
 */
export function pathText(maxChars: number, code: ErrorCode, pattern?: RegExp): z.ZodString & SaysACode {
  const bounded = text(maxChars, code);
  return saying(pattern ? bounded.regex(pattern, { error: code, abort: true }) : bounded);
}

/**
 * Creates a schema for a number in a path, which must match `pattern`. @param code the error code for anything else.
 */
export const pathNumber = (code: ErrorCode, pattern: RegExp) =>
  saying(text(LIMITS.idMaxChars, code).regex(pattern, { error: code, abort: true }).transform(Number));

// Adds the marker, which exists only at compile time.
const saying = <Schema extends z.ZodType>(schema: Schema) => schema as Schema & SaysACode;

/**
 * Creates a schema for one of our ids in a path. @param code the error code for a value that doesn't have the form of
 * an id.
 */
export const pathId = (prefix: string, code: ErrorCode) => pathText(LIMITS.idMaxChars, code, idPattern(prefix));

/** Creates a schema for an id in a body or a query. The id is looked up later, so an unknown id is "not found". */
export const givenId = () =>
  text(LIMITS.idMaxChars, "The id is too long. Use the id exactly as a response or an event contained it.");

const EVENT_RULE = "Use an event id (evt_…) exactly as you received it.";
export const EventId = text(LIMITS.idMaxChars, EVENT_RULE).regex(idPattern(ID_PREFIXES.event), EVENT_RULE);
