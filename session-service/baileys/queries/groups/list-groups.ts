import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { BinaryNode } from "@whiskeysockets/baileys";
import type { NetworkGroup } from "../../../../core/domain/groups/group.ts";
import { foreignNode } from "../../inbound/bounds/node.ts";
import { readGroupNode } from "../../inbound/group-node.ts";
import { AnswerUnknown } from "../../shared/known-answer.ts";
import { NetworkRefusal } from "../../shared/network-refusals.ts";
import { ALL_GROUPS, type AskGroup } from "./ask-group.ts";

/** The maximum number of groups to list, more than any account is in. Any further groups are ignored. */
const MOST_GROUPS = 5_000;
/**
 * If the groups have more members than this in total, they aren't all requested in a single query. The library decodes
 * each frame in one go, which would make every other session in the process wait. Measured: docs/decisions/0082.
 */
const MEMBERS_AT_ONCE = 20_000;
/** The pause between requests for individual groups, to keep their rate low. */
const APART_MS = 500;
const LIST = "the list of groups";
/** Error codes that mean the group has been left or deleted in the meantime. */
const NOT_IN_IT = new Set([401, 403, 404]);

/** The dependencies for building a list of groups. */
export interface ListSide {
  ask: AskGroup;
  now(): Date;
  readGroup(group: string): Promise<NetworkGroup>;
  /** See GroupSide. */
  isRead(group: string): boolean;
}

/**
 * Yields every group with its members, one at a time, so other sessions get their turn. First requests the list without
 * members, to find out how many groups there are. @throws NetworkRefusal, AnswerUnknown, possibly midway. The list is
 * complete only if it ends without an error.
 */
export async function* listGroups(side: ListSide, apartMs = APART_MS): AsyncGenerator<NetworkGroup> {
  const { ask, now, readGroup, isRead } = side;
  const heads = await groupsOf(ask, [description]);
  const sizes = heads.map((head) => readGroupNode(foreignNode(head), now())?.size ?? 0);
  const namesMembers = heads.some(hasMembers);
  if (!namesMembers && sizes.reduce((sum, size) => sum + size, 0) > MEMBERS_AT_ONCE) {
    for (const head of heads) {
      const group = readGroupNode(foreignNode(head), now());
      if (!group || isRead(group.id)) continue;
      const whole = await readGroup(group.id).catch(nullWhenLeft);
      if (whole) yield whole;
      await pause(apartMs);
    }
    return;
  }
  for (const node of namesMembers || heads.length === 0 ? heads : await groupsOf(ask, [participants, description])) {
    await nextTurn();
    const group = readGroupNode(foreignNode(node), now());
    if (group) yield group;
  }
}

const participants: BinaryNode = { tag: "participants", attrs: {} };
const description: BinaryNode = { tag: "description", attrs: {} };

async function groupsOf(ask: AskGroup, wishes: BinaryNode[]): Promise<BinaryNode[]> {
  const content = { tag: "participating", attrs: {}, content: wishes };
  const answer = await ask({ what: LIST, type: "get", to: ALL_GROUPS, content });
  const groups = partsOf(answer).find(({ tag }) => tag === "groups");
  // An answer without a list is invalid. It doesn't mean that the list is empty.
  if (!groups) throw new AnswerUnknown(LIST);
  return partsOf(groups)
    .filter(({ tag }) => tag === "group")
    .slice(0, MOST_GROUPS);
}

const partsOf = ({ content }: BinaryNode): BinaryNode[] => (Array.isArray(content) ? content : []);
const hasMembers = (group: BinaryNode) => partsOf(group).some(({ tag }) => tag === "participant");

function nullWhenLeft(error: unknown): null {
  if (error instanceof NetworkRefusal && NOT_IN_IT.has(error.code)) return null;
  throw error;
}
