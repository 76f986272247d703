import type { AccountId, InstanceId } from "../../../core/contracts/ids.ts";
import type { HintArea } from "../../../core/contracts/panel/hints.ts";
import type { CommittedChange } from "../../aws/dynamo/stream.ts";

/** Whose open pages show something else after a commit, and which part of them. */
export interface ShownChange {
  area: HintArea;
  /** The account; or a number, whose account is to be found. */
  of: { account: AccountId } | { instance: InstanceId };
}

const MESSAGES = /^ACC#([^#]+)#MSG$/;
const INSTANCE = /^INST#([^#]+)$/;
/** Chats, the team's signs of changes in them, and notes. */
const CHATS = /^INST#([^#]+)#(PERSON|GROUP|CHANNEL|SIGNS|NOTES)$/;
/** The fields of a number that open pages show all the time. */
const STATES = ["status", "status_reason", "teamwork"] as const;

/**
 * Returns what the answers to open pages show of an item's change; null if they show nothing. They list chats by their
 * newest message, and other changes of a chat by the sign that comes with them, so a chat counts if its place moved.
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
