import {
  type Command,
  type CommandAnswer,
  commandWaitSec,
  isForLinking,
  type LinkCommand,
  needsConnection,
} from "../../core/records/command.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { SessionPort } from "../session-port.ts";
import { answerInTime, answerToError } from "./answer-to-error.ts";
import type { CommandTools } from "./command-tools.ts";
import { deleteStatus } from "./delete-status.ts";
import { type ChannelTools, performChannelCommand } from "./perform-channel-command.ts";
import { type ChatTools, performChatCommand } from "./perform-chat-command.ts";
import { performCommand, refused, tryAgain } from "./perform-command.ts";
import { performGroupCommand } from "./perform-group-command.ts";
import { performNumberCommand } from "./perform-number-command.ts";

/** How much of an API function's waiting time is reserved for the round trip to the session. */
const ON_THE_WAY_MS = 2_000;

/** The parts of a session that commands use. */
export interface CommandParts extends ChatTools {
  /** Returns the connection. @throws if no connection is open. */
  open(): CommandTools["network"];
  /** Runs work and keeps the session from closing until it is done. */
  counted<T>(work: () => Promise<T>): Promise<T>;
  /** Carries out a command that helps to link a phone. Never rejects. */
  link(command: LinkCommand): Promise<CommandAnswer>;
  /** Connects to the network's host through the number's proxy. */
  testProxy(): Promise<CommandAnswer>;
  /** See CommandTools. */
  setBlocked: CommandTools["setBlocked"];
  /** See CommandTools. */
  groups: CommandTools["groups"];
  channels: ChannelTools["channels"];
}

/**
 * Carries out a command and answers before its caller gives up. Never rejects. Work still running at that point
 * continues, and is recorded if the network accepts it.
 */
export async function performInTime(
  deps: SessionDeps,
  session: SessionPort,
  parts: CommandParts,
  command: Command,
): Promise<CommandAnswer> {
  if (needsConnection(command) && !session.isOpen()) return refused("not_connected");
  if (!session.mayAct()) return tryAgain();
  const { promise: late, resolve } = Promise.withResolvers<CommandAnswer>();
  const timer = setTimeout(() => resolve(answerInTime(command)), answerMs(command));
  const work = parts.counted(async () => perform(deps, session, parts, command));
  try {
    return await Promise.race([work.catch((error: unknown) => answerTo(deps, session, command, error)), late]);
  } finally {
    clearTimeout(timer);
  }
}

const answerMs = (command: Command) => commandWaitSec(command) * 1000 - ON_THE_WAY_MS;

function perform(
  deps: SessionDeps,
  session: SessionPort,
  parts: CommandParts,
  command: Command,
): Promise<CommandAnswer> {
  if (isForLinking(command)) return parts.link(command);
  if (command.kind === "test_proxy") return parts.testProxy();
  const tools = { deps, session, network: parts.open(), setBlocked: parts.setBlocked, groups: parts.groups };
  if ("message_id" in command) return performCommand(tools, command);
  if ("chat" in command) return performChatCommand({ ...tools, chats: parts }, command);
  if (command.kind === "delete_status") return deleteStatus(tools, command.status);
  if ("group" in command) return performGroupCommand(tools, command);
  if ("channel" in command) return performChannelCommand({ ...tools, channels: parts.channels }, command);
  return performNumberCommand(tools, command);
}

function answerTo(deps: SessionDeps, session: SessionPort, command: Command, error: unknown): CommandAnswer {
  const about = "message_id" in command ? { message_id: command.message_id } : {};
  const fields = { instance_id: session.instance_id, ...about, command: command.kind };
  if (!(error instanceof FenceLost)) deps.log.warn({ ...fields, error: String(error) }, "a command failed");
  return answerToError(command, error, session.isOpen());
}
