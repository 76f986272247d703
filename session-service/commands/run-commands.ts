import type { LaneRow } from "../../core/lanes/lane.ts";
import { answerCommand, claimCommand } from "../../core/operations/commands/claim-command.ts";
import type { Clock, Log } from "../../core/ports.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Table } from "../../core/store/table.ts";
import type { LiveSession } from "../live-session.ts";
import { Turns } from "../media/turns.ts";

/** Commands of one instance carried out at once; others wait, and one that waits past its deadline is never begun. */
const AT_ONCE = 4;

interface Running {
  turns: Turns;
  works: Set<Promise<void>>;
}

const running = new WeakMap<LiveSession, Running>();

/**
 * Takes up the command that a "look again" row names (`command`), carries it out and answers it. Goes on beside the
 * lane: nobody has to wait for the promise, which never rejects.
 */
export function runCommandRow(
  deps: { table: Table; clock: Clock; log: Log },
  session: LiveSession,
  row: LaneRow,
): Promise<void> {
  const { turns, works } = runningOf(session);
  const work = turns.run(() => run(deps, session, String(row.command)));
  works.add(work);
  void work.finally(() => works.delete(work));
  return work;
}

/** Resolves when the commands in hand have been answered: a task that stops lets them. */
export async function commandsEnded(session: LiveSession): Promise<void> {
  await Promise.all(running.get(session)?.works ?? []);
}

/** Whether a command is being carried out right now. */
export const isRunningCommands = (session: LiveSession): boolean => (running.get(session)?.works.size ?? 0) > 0;

async function run(deps: { table: Table; clock: Clock; log: Log }, session: LiveSession, id: string): Promise<void> {
  const { instance_id, fence } = session;
  try {
    const command = await claimCommand(deps, instance_id, id, fence);
    if (!command) return;
    await answerCommand(deps, instance_id, id, fence, await session.perform(command));
  } catch (error) {
    if (error instanceof FenceLost) return; // its new owner may find it still unclaimed
    deps.log.error({ instance_id, command: id, error: String(error) }, "a command broke off; its caller tries again");
  }
}

function runningOf(session: LiveSession): Running {
  const known = running.get(session);
  if (known) return known;
  const made = { turns: new Turns(AT_ONCE), works: new Set<Promise<void>>() };
  running.set(session, made);
  return made;
}
