import type { ErrorCode } from "../../core/contracts/error-codes.ts";
import { ApiError, ERROR_TEXTS } from "../../core/errors.ts";
import { type Command, type CommandAnswer, isForLinking } from "../../core/records/command.ts";
import { PersonUnknown } from "../baileys/queries/blocklist.ts";
import { NotUnderstood } from "../baileys/queries/channels/ask-mex.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { NetworkRefusal, SettingsConflict, SettingsNotReady } from "../baileys/shared/network-refusals.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import { refused, tryAgain } from "./perform-command.ts";

const UNAVAILABLE = 503;
const TOO_OFTEN = 429;
const RETRY_TOO_OFTEN_SEC = 60;
const RETRY_CONFLICT_SEC = 5;
const RETRY_PERSON_SEC = 30;
/**
 * How long to suggest waiting for the settings keys. Phones share them within seconds of being linked, or when they
 * next wake up.
 */
const RETRY_KEYS_SEC = 30;
const NOT_HANDED_OVER = "The phone has not yet sent its settings. Try again in a moment.";
const KEEPS_CHANGING = "The phone's settings kept changing, so the change was not made. Try again in a moment.";
const NOT_UNDERSTOOD =
  "The network has changed and no longer supports this request. Nothing was changed, and the operator has been notified.";
const ANOTHER_ANSWER = "The network responded in an unknown way, so the change may have been made. Check with GET.";
const MAY_BE_DONE = "The network did not respond in time, so the change may have been made. Check with GET.";

/** Thrown if a change failed after part of it had already been carried out. */
export class PartlyDone extends Error {
  /** The names of the fields that were changed. */
  readonly done: readonly string[];
  constructor(done: readonly string[], cause: unknown) {
    super(`Part of the change was made, and then it failed: ${cause}`, { cause });
    this.done = done;
  }
}

type Refusal = Extract<CommandAnswer, { ok: false }>;

/** Returns the answer to a command that failed with an error. @param isOpen whether the session is still connected. */
export function answerToError(command: Command, error: unknown, isOpen: boolean): Refusal {
  if (error instanceof PartlyDone) {
    const answer = answerToError(command, error.cause, isOpen);
    return { ...answer, message: partly(answer, error.done) };
  }
  if (error instanceof ApiError) return told(error);
  if (error instanceof CannotPrepare) return refused("messenger_refused");
  if (error instanceof NetworkRefusal) return refusal(error);
  if (error instanceof SettingsNotReady) return later(NOT_HANDED_OVER, RETRY_KEYS_SEC);
  if (error instanceof PersonUnknown) return { ok: false, code: "person_unknown", retry_after_sec: RETRY_PERSON_SEC };
  if (error instanceof SettingsConflict) return later(KEEPS_CHANGING, RETRY_CONFLICT_SEC);
  if (error instanceof AnswerUnknown) return unanswered(command);
  if (error instanceof NotUnderstood) return notUnderstood(error);
  // A group change may have been accepted before this failure.
  if ("group" in command) return unanswered(command);
  return isOpen || isForLinking(command) ? answerInTime(command) : refused("not_connected");
}

/** Returns the answer for a command that is still running when its caller must be answered. */
export const answerInTime = (command: Command): Refusal => (showsAfterwards(command) ? mayBeDone() : tryAgain());

/** Queries about a group or a channel, which don't change anything. */
const QUESTIONS: ReadonlySet<Command["kind"]> = new Set([
  "read_invite",
  "preview_group",
  "read_join_requests",
  "preview_channel",
  "read_posts",
]);

/** Whether a command might change something that a GET would show. */
const showsAfterwards = (command: Command) =>
  "chat" in command || (isOnShared(command) && !QUESTIONS.has(command.kind));

const isOnShared = (command: Command) => "group" in command || "channel" in command;

function unanswered(command: Command): Refusal {
  if (showsAfterwards(command)) return mayBeDone();
  const unavailable = refused("messenger_unavailable");
  return isOnShared(command) ? { ...unavailable, status: UNAVAILABLE } : unavailable;
}

/** Returns the answer for an error raised by the service itself, such as a limit being reached. */
const told = ({ code, status, message, errors, retryAfterSec }: ApiError): Refusal => ({
  // The panel's own codes only occur in panel requests, which are never commands.
  ...{ ok: false, code: code as ErrorCode, status, message },
  ...(errors && { errors }),
  ...(retryAfterSec !== undefined && { retry_after_sec: retryAfterSec }),
});

function notUnderstood({ mayBeDone }: NotUnderstood): Refusal {
  const message = mayBeDone ? ANOTHER_ANSWER : NOT_UNDERSTOOD;
  return { ...refused("messenger_unavailable", message), status: UNAVAILABLE };
}

const later = (message: string, retry_after_sec: number): Refusal => ({
  ...refused("messenger_unavailable", message),
  status: UNAVAILABLE,
  retry_after_sec,
});
const mayBeDone = (): Refusal => ({ ...refused("messenger_unavailable", MAY_BE_DONE), status: UNAVAILABLE });

/** Returns the message for the failure, plus the fields that were changed before it. */
function partly({ code, message }: Refusal, done: readonly string[]): string {
  return `${message ?? ERROR_TEXTS[code]} Changed before that: ${done.join(", ")}.`;
}

function refusal({ code }: NetworkRefusal): Refusal {
  if (code === TOO_OFTEN) {
    const message = "The network reports that this was requested too often. Try again later.";
    return { ok: false, code: "messenger_unavailable", message, retry_after_sec: RETRY_TOO_OFTEN_SEC };
  }
  return code < 500 ? refused("messenger_refused") : refused("messenger_unavailable");
}
