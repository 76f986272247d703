import type { AnsweredGroup } from "../../core/operations/groups/read-role.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";

/** The network's word on a group. `refused`: there is none, or the number is not in it; null: nobody answered. */
export type GroupAnswer = AnsweredGroup | "refused" | null;

/** More that wait for one answer are left to the journal. */
const MOST_WAITING = 200;
/** The network says that it is asked too often. */
const TOO_OFTEN = 429;

/**
 * Queries to the network about groups of which our copy does not say enough, over one connection. Nothing else waits
 * for them: what is in doubt continues when its answer is there. Each query ends after the time limit of queries.
 */
export class GroupDoubts {
  readonly #waiting = new Map<string, ((answer: GroupAnswer) => void)[]>();
  readonly #read: (group: string) => Promise<AnsweredGroup>;

  /** @param read asks the network. */
  constructor(read: (group: string) => Promise<AnsweredGroup>) {
    this.#read = read;
  }

  /**
   * Asks about a group, once for all concurrent callers. @returns false: too many wait for it, `then` is never called.
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
