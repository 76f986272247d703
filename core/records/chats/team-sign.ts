import type { InstanceId, UserId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Table, Write } from "../../store/table.ts";
import type { InstanceRecord } from "../instance.ts";

/**
 * A sign that tells colleagues' open pages that a chat has changed, or that someone is typing a reply in it.
 * docs/decisions/0220.
 */
export interface TeamSignRecord {
  /** The key of the chat's record. */
  chat: string;
  /** When the chat changed or the user was typing, ISO 8601. */
  at: string;
  /** The user who is writing an answer. Absent if the sign is about a change to the chat. */
  answers?: UserId;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** Signs are retained for far longer than any page looks back. */
const KEPT_SEC = 3_600;
/**
 * The maximum number of signs to read per request. Any other changes from the same seconds are picked up with the next
 * list.
 */
const MOST = 200;

const records = recordsAt<TeamSignRecord, Parameters<typeof keys.teamSign>>(keys.teamSign);

function signWrite(instance: InstanceId, sign: Pick<TeamSignRecord, "chat" | "answers">, now: Date): Write {
  const at = now.toISOString();
  const ttl = Math.floor(now.getTime() / 1000) + KEPT_SEC;
  return { put: { ...keys.teamSign(instance, at, `${sign.answers ?? ""}#${sign.chat}`), ...sign, at, ttl } };
}

/** Builds the sign that tells pages that a chat has changed. */
export const changedSign = (instance: InstanceId, chat: string, now: Date): Write => signWrite(instance, { chat }, now);

/** Builds the sign that tells pages that someone is writing an answer. */
export const answeringSign = (instance: InstanceId, chat: string, answers: UserId, now: Date): Write =>
  signWrite(instance, { chat, answers }, now);

/**
 * Marks an instance, once, as having a team that works in its chats. From then on, the instance's open pages read the
 * signs; pages of unmarked instances never do. Must be called before the first sign, so that no sign is missed.
 */
export async function noteTeamwork(table: Table, { id, teamwork }: Pick<InstanceRecord, "id" | "teamwork">) {
  if (teamwork) return;
  await table.write({ update: keys.instance(id), set: { teamwork: true }, if: [{ item: "exists" }] });
}

/** Reads an instance's signs from `from` onward, newest first. */
export async function signsSince(table: Table, instance: InstanceId, from: Date): Promise<TeamSignRecord[]> {
  const { pk, sk } = keys.teamSign(instance, from.toISOString(), "");
  const { items } = await table.query({ pk, from: sk, descending: true, limit: MOST });
  return items.map(records.of);
}
