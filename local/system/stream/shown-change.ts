import type { AccountId, InstanceId } from "../../../core/contracts/ids.ts";
import type { HintArea } from "../../../core/contracts/panel/hints.ts";
import type { CommittedChange } from "../../aws/dynamo/stream.ts";

/** A change that a commit makes to what open pages display: whose pages are affected, and in which area. */
export interface ShownChange {
  area: HintArea;
  /** The account itself, or a number whose account still has to be looked up. */
  of: { account: AccountId } | { instance: InstanceId };
}

const MESSAGES = /^ACC#([^#]+)#MSG$/;
const INSTANCE = /^INST#([^#]+)$/;
/** Matches the partitions of chats, of notes, and of the signs that record the team's changes in chats. */
const CHATS = /^INST#([^#]+)#(PERSON|GROUP|CHANNEL|SIGNS|NOTES)$/;
/** The fields of a number that open pages always display. */
const STATES = ["status", "status_reason", "teamwork"] as const;

/**
 * Returns how an item's change affects the responses to open pages, or null if it doesn't affect them. The responses
 * list chats by their newest message, and other changes to a chat by the sign written with the change. A chat item
 * itself therefore counts only if its position has changed.
 */
export function shownChange({ before, after }: CommittedChange): ShownChange | null {
  const item = after ?? before;
  const pk = String(item?.pk?.S);
  const [, account] = MESSAGES.exec(pk) ?? [];
  if (account !== undefined) return { area: "chats", of: { account } };
  const [, number] = INSTANCE.exec(pk) ?? [];
  if (number !== undefined) {
    const isOther = item?.sk?.S === "INSTANCE" && STATES.some((name) => !isSame(before?.[name], after?.[name]));
    return isOther ? { area: "chats", of: { instance: number } } : null;
  }
  const [, instance, kind] = CHATS.exec(pk) ?? [];
  if (instance === undefined) return null;
  if (kind === "NOTES") return { area: "notes", of: { instance } };
  if (kind !== "SIGNS" && isSame(before?.gsi2sk, after?.gsi2sk)) return null;
  return { area: "chats", of: { instance } };
}

const isSame = (one: object | undefined, other: object | undefined) => JSON.stringify(one) === JSON.stringify(other);
