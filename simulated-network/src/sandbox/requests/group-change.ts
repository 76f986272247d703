import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { presentGroup } from "../answers/present-group.ts";
import { personOf } from "./fields.ts";
import { ok, type SandboxAnswer, type SandboxRequest } from "./route.ts";
import { SandboxError } from "./sandbox-error.ts";

/** A group to change, and the person who changes it. */
export interface GroupChange {
  readonly transaction: Transaction;
  readonly group: Group;
  readonly actor: Person;
}

/** Returns the group in a path. @throws SandboxError chat_not_found. */
export function groupOf(transaction: Transaction, id: string): Group {
  const group = transaction.store.groups.find(id);
  if (group) return group;
  throw new SandboxError("chat_not_found", `No group ${id} exists here; make one with POST /groups.`);
}

/**
 * Changes the group in the path on behalf of the person in the body, by default the group's creator. Responds with the
 * changed group and anything that `make` returns.
 * @throws SandboxError conflict if the network refuses the change.
 */
export function changeGroupOf<Body extends { by?: string | undefined }>(
  { deps, param, body }: SandboxRequest<Body>,
  make: (change: GroupChange) => unknown,
): Promise<SandboxAnswer> {
  return deps.world.transactions.run((transaction) => {
    const group = groupOf(transaction, param("chat_id"));
    const actor = personOf(transaction, body.by ?? group.creator);
    const more = orConflict(() => make({ transaction, group, actor }));
    const after = transaction.store.groups.find(group.id);
    const shown = after ? presentGroup(transaction, after) : { chat_id: group.id };
    return ok(more instanceof Object ? { ...shown, ...more } : shown);
  });
}

/** Converts the network's refusal to an API error. @throws SandboxError conflict if the network refuses. */
export function orConflict<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof GroupError ? new SandboxError("conflict", error.message) : error;
  }
}
