import type { Command, CommandAnswer } from "../../core/records/command.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { AnswerUnknown } from "../baileys/fixes/known-answer.ts";
import { NetworkRefusal, SettingsConflict, SettingsNotReady } from "../baileys/network-refusals.ts";
import { PersonUnknown } from "../baileys/queries/blocklist.ts";
import type { LiveSession } from "../live-session.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import type { SessionDeps } from "../session-deps.ts";
import { type CommandTools, performCommand, refused, tryAgain } from "./perform-command.ts";
import { performNumberCommand } from "./perform-number-command.ts";

/** The API function waits ten seconds, some of which the way there and back takes. */
const ANSWER_MS = 8_000;
const TOO_OFTEN = 429;
const RETRY_TOO_OFTEN_SEC = 60;
const RETRY_SETTINGS_SEC = 30;
const RETRY_PERSON_SEC = 30;

/** The session's tools for commands. */
export interface CommandParts {
  /** The connection. @throws when there is none. */
  open(): CommandTools["network"];
  /** Runs work that keeps the session from closing until it ends. */
  counted<T>(work: () => Promise<T>): Promise<T>;
  /** Asks for a code to be typed on this phone. Never rejects. */
  pairingCode(phone: string): Promise<CommandAnswer>;
  /** See CommandTools. */
  setBlocked: CommandTools["setBlocked"];
}

/**
 * Carries out a command and answers within 8 s; never rejects. Work that is still under way then goes on, and is recorded
 * if the network takes it.
 */
export async function performInTime(
  deps: SessionDeps,
  session: LiveSession,
  parts: CommandParts,
  command: Command,
): Promise<CommandAnswer> {
  if (command.kind !== "pairing_code" && !session.isOpen()) return refused("not_connected");
  if (!session.mayAct()) return tryAgain();
  const { promise: late, resolve } = Promise.withResolvers<CommandAnswer>();
  const timer = setTimeout(() => resolve(tryAgain()), ANSWER_MS);
  const work = parts.counted(async () => perform(deps, session, parts, command));
  try {
    return await Promise.race([work.catch((error: unknown) => answerTo(deps, session, command, error)), late]);
  } finally {
    clearTimeout(timer);
  }
}

function perform(
  deps: SessionDeps,
  session: LiveSession,
  parts: CommandParts,
  command: Command,
): Promise<CommandAnswer> {
  if (command.kind === "pairing_code") return parts.pairingCode(command.phone);
  const tools = { deps, session, network: parts.open(), setBlocked: parts.setBlocked };
  return "message_id" in command ? performCommand(tools, command) : performNumberCommand(tools, command);
}

function answerTo(deps: SessionDeps, session: LiveSession, command: Command, error: unknown): CommandAnswer {
  const about = "message_id" in command ? { message_id: command.message_id } : {};
  const fields = { instance_id: session.instance_id, ...about, command: command.kind };
  if (!(error instanceof FenceLost))
    deps.log.warn({ ...fields, error: String(error) }, "a command was not carried out");
  if (error instanceof CannotPrepare) return refused("messenger_refused");
  if (error instanceof NetworkRefusal) return refusal(error);
  if (error instanceof SettingsNotReady) {
    return {
      ok: false,
      code: "messenger_unavailable",
      retry_after_sec: RETRY_SETTINGS_SEC,
      message: "The phone has not handed over its settings yet. Try again in a moment.",
    };
  }
  if (error instanceof PersonUnknown) return { ok: false, code: "person_unknown", retry_after_sec: RETRY_PERSON_SEC };
  if (error instanceof AnswerUnknown || error instanceof SettingsConflict) return refused("messenger_unavailable");
  return session.isOpen() || command.kind === "pairing_code" ? tryAgain() : refused("not_connected");
}

function refusal({ code }: NetworkRefusal): CommandAnswer {
  if (code === TOO_OFTEN) {
    const message = "The network says that this was asked too often. Try again in a while.";
    return { ok: false, code: "messenger_unavailable", message, retry_after_sec: RETRY_TOO_OFTEN_SEC };
  }
  return code < 500 ? refused("messenger_refused") : refused("messenger_unavailable");
}
