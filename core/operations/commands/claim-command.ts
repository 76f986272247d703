import type { InstanceId } from "../../contracts/ids.ts";
import type { Clock } from "../../ports.ts";
import type { Command, CommandAnswer } from "../../records/command.ts";
import { commandRecords } from "../../records/command.ts";
import { transactFenced } from "../../records/fence.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table, TransactionRefused } from "../../store/table.ts";

/**
 * Claims a command that an API function is waiting for. Only the instance's owner can claim a command, only once, and
 * never after the deadline, because the caller is told to retry at that point. If a task dies after claiming a command,
 * the command is not started again.
 * @throws FenceLost if another task has taken over. @returns null if there is nothing (left) to do.
 */
export async function claimCommand(
  deps: { table: Table; clock: Clock },
  instance: InstanceId,
  id: string,
  fence: number,
): Promise<Command | null> {
  const place = keys.command(instance, id);
  const found = await commandRecords.read(deps.table, instance, id);
  const now = deps.clock.now().toISOString();
  if (!found || found.claim !== undefined || found.deadline <= now) return null;
  const claim = {
    update: place,
    set: { claim: fence },
    if: [
      { field: "claim", is: "missing" as const },
      { field: "deadline", op: ">" as const, value: now },
    ],
  };
  try {
    await transactFenced(deps.table, instance, fence, [claim]);
  } catch (error) {
    if (error instanceof TransactionRefused) return null;
    throw error;
  }
  return found.command;
}

/**
 * Passes the result to the waiting API function. Only allowed for the owner that claimed the command. A late result is
 * not an error.
 */
export async function answerCommand(
  deps: { table: Table },
  instance: InstanceId,
  id: string,
  fence: number,
  answer: CommandAnswer,
): Promise<void> {
  const write = {
    update: keys.command(instance, id),
    set: { answer },
    if: [{ field: "claim", op: "=" as const, value: fence }],
  };
  await deps.table.write(write).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}
