import type { Command, CommandAnswer } from "../../core/contracts/command.ts";
import { FenceLost } from "../../core/operations/fence.ts";
import { AnswerUnknown } from "../baileys/fixes/known-answer.ts";
import { CannotPrepare, type LiveSession } from "../live-session.ts";
import type { SessionDeps } from "../session-deps.ts";
import { type CommandTools, performCommand, refused, tryAgain } from "./perform-command.ts";

/** The API function waits ten seconds; the way there and back takes some of them. */
const ANSWER_MS = 8_000;

/**
 * Carries out a command and answers within 8 s, never with an error. What is still under way then goes on, and is
 * recorded if the network takes it.
 * @param open the connection. @throws never; `open` may.
 * @param counted what has begun keeps the session from closing.
 */
export async function performInTime(
  deps: SessionDeps,
  session: LiveSession,
  open: () => CommandTools["network"],
  counted: <T>(work: () => Promise<T>) => Promise<T>,
  command: Command,
): Promise<CommandAnswer> {
  if (!session.isOpen()) return refused("not_connected");
  if (!session.mayAct()) return tryAgain();
  const { promise: late, resolve } = Promise.withResolvers<CommandAnswer>();
  const timer = setTimeout(() => resolve(tryAgain()), ANSWER_MS);
  const work = counted(async () => performCommand({ deps, session, network: open() }, command));
  try {
    return await Promise.race([work.catch((error: unknown) => answerTo(deps, session, command, error)), late]);
  } finally {
    clearTimeout(timer);
  }
}

function answerTo(deps: SessionDeps, session: LiveSession, command: Command, error: unknown): CommandAnswer {
  const fields = { instance_id: session.instance_id, message_id: command.message_id, command: command.kind };
  if (!(error instanceof FenceLost))
    deps.log.warn({ ...fields, error: String(error) }, "a command was not carried out");
  if (error instanceof CannotPrepare) return refused("messenger_refused");
  if (error instanceof AnswerUnknown) return refused("messenger_unavailable");
  return session.isOpen() ? tryAgain() : refused("not_connected");
}
