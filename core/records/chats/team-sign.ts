import type { InstanceId, UserId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Table, Write } from "../../store/table.ts";
import type { InstanceRecord } from "../instance.ts";

/** Tells colleagues' open pages that a chat changed, or that somebody is typing a reply in it. docs/decisions/0220. */
export interface TeamSignRecord {
  /** The key of the chat's record. */
  chat: string;
  /** ISO 8601. */
  at: string;
  /** The person who is writing an answer; absent if the chat changed. */
  answers?: UserId;
  /** Epoch seconds. */
  ttl: number;
}

/** Far longer than pages look back. */
const KEPT_SEC = 3_600;
/** The most signs that one request reads; other changes from the same seconds are seen with the next list. */
const MOST = 200;

const records = recordsAt<TeamSignRecord, Parameters<typeof keys.teamSign>>(keys.teamSign);

function signWrite(instance: InstanceId, sign: Pick<TeamSignRecord, "chat" | "answers">, now: Date): Write {
  const at = now.toISOString();
  const ttl = Math.floor(now.getTime() / 1000) + KEPT_SEC;
  return { put: { ...keys.teamSign(instance, at, `${sign.answers ?? ""}#${sign.chat}`), ...sign, at, ttl } };
}

/** Builds the sign that a chat changed. */
export const changedSign = (instance: InstanceId, chat: string, now: Date): Write => signWrite(instance, { chat }, now);

/** Builds the sign that somebody is writing an answer. */
export const answeringSign = (instance: InstanceId, chat: string, answers: UserId, now: Date): Write =>
  signWrite(instance, { chat, answers }, now);

/**
 * Marks an instance, once, as one in whose chats a team works. From then on its open pages read the signs; those of
 * other instances never do. Call it before the first sign, so that none is missed.
 */
export async function noteTeamwork(table: Table, { id, teamwork }: Pick<InstanceRecord, "id" | "teamwork">) {
  if (teamwork) return;
  await table.write({ update: keys.instance(id), set: { teamwork: true }, if: [{ item: "exists" }] });
}

/** Reads an instance's signs since then, the newest first. */
export async function signsSince(table: Table, instance: InstanceId, from: Date): Promise<TeamSignRecord[]> {
  const { pk, sk } = keys.teamSign(instance, from.toISOString(), "");
  const { items } = await table.query({ pk, from: sk, descending: true, limit: MOST });
  return items.map(records.of);
}
