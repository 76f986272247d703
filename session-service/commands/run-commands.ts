import type { LaneRow } from "../../core/lanes/lane.ts";
import { answerCommand, claimCommand } from "../../core/operations/commands/claim-command.ts";
import type { Clock, Log } from "../../core/ports.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Table } from "../../core/store/table.ts";
import { FewAtOnce } from "../process/few-at-once.ts";
import type { SessionPort } from "../session-port.ts";

/**
 * How many of an instance's commands may run concurrently. Further commands wait. If a command's deadline passes while
 * it waits, it never starts.
 */
const AT_ONCE = 4;

/** The commands that a session carries out alongside its lane. */
export class RunningCommands {
  readonly #atOnce = new FewAtOnce(AT_ONCE);
  readonly #works = new Set<Promise<void>>();

  /** Whether any command is currently running. */
  get isRunning(): boolean {
    return this.#works.size > 0;
  }

  /**
   * Claims the command that a recheck row refers to (`command`), carries it out and answers it. The command runs
   * alongside the lane, so the returned promise, which never rejects, doesn't need to be awaited.
   */
  run(deps: { table: Table; clock: Clock; log: Log }, session: SessionPort, row: LaneRow): Promise<void> {
    const work = this.#atOnce.run(() => run(deps, session, String(row.command)));
    this.#works.add(work);
    void work.finally(() => this.#works.delete(work));
    return work;
  }

  /** Resolves when all running commands have been answered. */
  async ended(): Promise<void> {
    await Promise.all(this.#works);
  }
}

async function run(deps: { table: Table; clock: Clock; log: Log }, session: SessionPort, id: string): Promise<void> {
  const { instance_id, fence } = session;
  try {
    const command = await claimCommand(deps, instance_id, id, fence);
    if (!command) return;
    await answerCommand(deps, instance_id, id, fence, await session.perform(command));
  } catch (error) {
    if (error instanceof FenceLost) return; // its new owner may find it still unclaimed
    deps.log.error(
      { instance_id, command: id, error: String(error) },
      "a command was interrupted; its caller will retry",
    );
  }
}
