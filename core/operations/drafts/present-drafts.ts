import type { AccountId } from "../../contracts/ids.ts";
import type { PanelDraft } from "../../contracts/panel/drafts.ts";
import { phoneChat } from "../../domain/messages/chat-id.ts";
import { contentView } from "../../domain/messages/message-content.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { type ApiKeyRecord, keyRecords } from "../../records/accounts/key.ts";
import { chatPlace } from "../../records/chats/stored-chat.ts";
import type { DraftRecord } from "../../records/draft.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";
import { readChat } from "../chats/find-chat.ts";

/** Builds drafts in the form the panel shows, in the given order, leaving out drafts of deleted numbers. */
export async function presentDrafts(
  { table }: { table: Table },
  account: AccountId,
  drafts: readonly DraftRecord[],
): Promise<PanelDraft[]> {
  const known = await table.getMany([
    ...placesOf(drafts, ({ instance_id }) => keys.instance(instance_id)),
    ...placesOf(drafts, ({ key_id }) => keys.accountKey(account, key_id)),
  ]);
  const isThere = ({ instance_id }: DraftRecord) => instanceRecords.among(known, instance_id)?.removed_at === null;
  const keyOf = ({ key_id }: DraftRecord) =>
    keyRecords.orNull(known.find(({ pk, sk }) => pk === keys.accountKey(account, "").pk && sk === key_id));
  return Promise.all(drafts.filter(isThere).map((draft) => shown(table, draft, keyOf(draft))));
}

/** Returns the keys of the records to which the drafts refer, without duplicates. */
const placesOf = (drafts: readonly DraftRecord[], placeOf: (draft: DraftRecord) => Key): Key[] => [
  ...new Map(drafts.map(placeOf).map((place) => [`${place.pk} ${place.sk}`, place])).values(),
];

async function shown(table: Table, draft: DraftRecord, key: ApiKeyRecord | null): Promise<PanelDraft> {
  const { id, instance_id, content, reply_to, send_at, created_at, expires_at, key_id } = draft;
  const place = chatPlace(draft.phone ?? draft.chat_id ?? "");
  const chat = place && (await readChat(table, instance_id, place));
  const person = chat?.type === "person" ? chat.record : null;
  const phone = draft.phone ?? (chat && /^\d+$/.test(chat.key) ? chat.key : null);
  const { type, body } = contentView(content);
  return {
    id,
    instance_id,
    chat_id: person?.chat_id ?? draft.chat_id ?? phoneChat(phone ?? ""),
    chat_type: place?.type ?? "person",
    phone,
    name: chat?.record.name ?? person?.contact_name ?? null,
    last_in_at: person?.last_in_at === undefined ? null : wireTime(new Date(person.last_in_at)),
    type,
    body,
    media: mediaOf(content),
    reply_to,
    send_at: send_at === null ? null : wireTime(new Date(send_at)),
    created_at,
    expires_at,
    key: { id: key_id, name: key?.name ?? null, last4: key?.last4 ?? null, is_revoked: key?.revoked_at !== null },
  };
}

/** Returns a draft's file. Drafts always refer to files by URL. */
function mediaOf(content: DraftRecord["content"]): PanelDraft["media"] {
  if (!("mimetype" in content) || !("url" in content.file)) return null;
  const { mimetype, filename, file } = content;
  return { mimetype, filename, url: file.url };
}
