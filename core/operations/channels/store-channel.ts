import type { ChannelFields, ChannelPicture, NetworkChannel } from "../../domain/channels/channel.ts";
import { shortName } from "../../domain/chats/short-name.ts";
import { type ChannelRecord, channelRecords } from "../../records/chats/channel.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import { type Key, type Table, TransactionRefused, type Write } from "../../store/table.ts";

type Deps = { table: Table };

/** The fields of a channel's record that describe the channel itself. */
const FIELDS = [
  "title",
  "description",
  "invite",
  "verified",
  "subscribers",
  "role",
  "picture",
] as const satisfies (keyof ChannelFields)[];

/**
 * Stores a channel as described by the network. Writes nothing if the stored record already matches. @throws FenceLost
 */
export async function storeChannel(deps: Deps, own: Owner, channel: NetworkChannel): Promise<void> {
  const stored = await channelRecords.read(deps.table, own.instance_id, channel.id);
  const write = channelWrite(own, channel, stored);
  if (write) await transactFenced(deps.table, own.instance_id, own.fence, [write]);
}

/** Stores our own copy of a channel's current picture. @throws FenceLost */
export async function storeChannelPicture(
  deps: Deps,
  own: Owner,
  channel: string,
  picture: ChannelPicture,
): Promise<void> {
  const write: Write = { update: keys.channel(own.instance_id, channel), set: { picture } };
  await transactFenced(deps.table, own.instance_id, own.fence, [write]);
}

/** Records that the number no longer follows a channel. The channel's stored data and posts stay. @throws FenceLost */
export async function leaveChannel(deps: Deps, own: Owner, channel: string): Promise<void> {
  const write: Write = { update: keys.channel(own.instance_id, channel), remove: ["role"], if: [{ item: "exists" }] };
  await unlessRefused(transactFenced(deps.table, own.instance_id, own.fence, [write]));
}

/**
 * Records that a channel no longer exists. Retains only its chat, with the posts that were sent through the gateway.
 * @throws FenceLost
 */
export async function endChannel(deps: Deps, own: Owner, channel: string): Promise<void> {
  const place = keys.channel(own.instance_id, channel);
  const nothingPosted: Write = { delete: place, if: [{ field: "last_id", is: "missing" }] };
  if (await unlessRefused(transactFenced(deps.table, own.instance_id, own.fence, [nothingPosted]))) return;
  await transactFenced(deps.table, own.instance_id, own.fence, [{ update: place, remove: [...FIELDS] }]);
}

/**
 * Builds the write that makes the stored record match the network, or null if it already matches. The picture is copied
 * later.
 */
export function channelWrite(own: Owner, channel: NetworkChannel, stored: ChannelRecord | null): Write | null {
  const next = fieldsOf(channel, stored);
  const name = shortName(channel.name) ?? undefined;
  const changed = FIELDS.filter((field) => JSON.stringify(stored?.[field]) !== JSON.stringify(next[field]));
  const isRenamed = stored?.name !== name;
  if (changed.length === 0 && !isRenamed) return null;
  const set = Object.fromEntries(changed.flatMap((field) => (next[field] === undefined ? [] : [[field, next[field]]])));
  const remove: string[] = changed.filter((field) => next[field] === undefined);
  return {
    update: keys.channel(own.instance_id, channel.id),
    set: { ...set, ...(isRenamed && name !== undefined && { name }) },
    remove: [...remove, ...(isRenamed && name === undefined ? ["name"] : [])],
  };
}

function fieldsOf(channel: NetworkChannel, stored: ChannelRecord | null): ChannelFields {
  const { name, description, invite, verified, subscribers, picture, role = stored?.role ?? null } = channel;
  const isCopied = stored?.picture !== undefined && stored.picture.id === picture?.id;
  return {
    title: name,
    verified,
    subscribers,
    ...(description !== null && { description }),
    ...(invite !== null && { invite }),
    ...(role !== null && { role }),
    ...(isCopied && { picture: stored.picture }),
  };
}

async function unlessRefused(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

/** A stored channel with its record's key. */
export type StoredChannel = ChannelRecord & Key;
