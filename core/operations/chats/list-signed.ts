import type { InstanceId, UserId } from "../../contracts/ids.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { chatIn, chatItem, chatPlace, type StoredChat } from "../../records/chats/stored-chat.ts";
import { signsSince, type TeamSignRecord } from "../../records/chats/team-sign.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { Table } from "../../store/table.ts";

/** The chats that colleagues changed, and the colleagues who are writing an answer right now. */
export interface Signed {
  chats: StoredChat[];
  answering: { instance_id: InstanceId; chat: string; user_id: UserId; at: string }[];
}

/**
 * Lists the chats that colleagues have changed since the given time, and who is writing an answer in which chat.
 * Instances whose chats are not handled by a team cost no reads. @param instances the instances. The caller's access to
 * them must already have been checked.
 */
export async function listSigned(
  { table }: { table: Table },
  instances: readonly Pick<InstanceRecord, "id" | "teamwork">[],
  since: Date,
  now: Date,
): Promise<Signed> {
  const answeredSince = new Date(now.getTime() - PANEL_LIMITS.answeringShownSec * 1000);
  const from = since < answeredSince ? since : answeredSince;
  const each = await Promise.all(
    instances
      .filter(({ teamwork }) => teamwork)
      .map(async ({ id }) => ({ id, signs: await signsSince(table, id, from) })),
  );
  const changed = each.flatMap(({ id, signs }) => [
    ...new Set(signs.filter(({ answers, at }) => !answers && new Date(at) >= since).map(({ chat }) => `${id} ${chat}`)),
  ]);
  const answering = each.flatMap(({ id, signs }) => newestOf(id, signs, answeredSince));
  const places = changed.slice(0, PANEL_LIMITS.liveMax).flatMap((one) => {
    const [instance = "", chat = ""] = one.split(" ");
    const place = chatPlace(chat);
    return place === null ? [] : [chatItem(instance, place)];
  });
  const chats = (await table.getMany(places)).map(chatIn);
  return { chats: chats.filter((chat) => chat.type !== "person" || chat.record.merged_into === undefined), answering };
}

/** Returns each colleague's newest sign in each chat. @param signs newest first. */
function newestOf(instance_id: InstanceId, signs: TeamSignRecord[], since: Date): Signed["answering"] {
  const newest = new Map<string, Signed["answering"][number]>();
  for (const { chat, at, answers } of signs) {
    if (answers === undefined || new Date(at) <= since) continue;
    const key = `${chat} ${answers}`;
    if (!newest.has(key)) newest.set(key, { instance_id, chat, user_id: answers, at });
  }
  return [...newest.values()];
}
