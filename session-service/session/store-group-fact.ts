import type { GroupFact } from "../../core/domain/groups/group.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { receivedJob } from "../inbox/received-jobs.ts";
import { orAborted } from "../process/or-aborted.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { SessionLife } from "./session-life.ts";

/** The session that received an answer about a group. */
interface Answered {
  deps: SessionDeps;
  owner: Owner;
  inbox: Inbox;
  life: SessionLife;
  ending: AbortSignal;
}

/**
 * Stores the network's answer about a group, even if the connection has dropped since. @throws if the session ends
 * before the answer is stored.
 */
export async function storeGroupFact(
  { deps, owner, inbox, life, ending }: Answered,
  group: string,
  fact: GroupFact,
): Promise<void> {
  const { connection, keys } = life;
  const context = { deps, owner, store: keys.store, inbox };
  const stored = connection
    ? connection.storeGroupFact({ group, fact })
    : inbox.add(receivedJob(context, "group_fact", { group, fact }));
  await orAborted(stored, ending);
  ending.throwIfAborted();
}
