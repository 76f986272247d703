import type { AnsweredGroup } from "../../core/operations/groups/read-role.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";

/**
 * The network's answer about a group. `refused` means that the group does not exist, or that the number is not in it.
 * Null means that the network did not answer.
 */
export type GroupAnswer = AnsweredGroup | "refused" | null;

/** The maximum number of changes waiting for one answer. Further changes are left to the journal. */
const MOST_WAITING = 200;
/** The network's code for too many queries. */
const TOO_OFTEN = 429;

/**
 * Queries the network, over one connection, about groups for which our copy isn't enough to judge an act. The inbox
 * does not wait for these queries; an act is stored once its answer arrives. No query takes longer than the query time
 * limit.
 */
export class GroupDoubts {
  readonly #waiting = new Map<string, ((answer: GroupAnswer) => void)[]>();
  readonly #read: (group: string) => Promise<AnsweredGroup>;

  /** @param read queries the network. */
  constructor(read: (group: string) => Promise<AnsweredGroup>) {
    this.#read = read;
  }

  /**
   * Queries the network about a group. Concurrent callers share one query. @returns false if too many callers are
   * already waiting for the answer. In that case, `then` is never called.
   */
  ask(group: string, then: (answer: GroupAnswer) => void): boolean {
    const waiting = this.#waiting.get(group);
    if (waiting) return waiting.length < MOST_WAITING && waiting.push(then) > 0;
    this.#waiting.set(group, [then]);
    void this.#answer(group).then((answer) => {
      const all = this.#waiting.get(group) ?? [];
      this.#waiting.delete(group);
      for (const go of all) go(answer);
    });
    return true;
  }

  async #answer(group: string): Promise<GroupAnswer> {
    try {
      return await this.#read(group);
    } catch (error) {
      return error instanceof NetworkRefusal && error.code !== TOO_OFTEN ? "refused" : null;
    }
  }
}
