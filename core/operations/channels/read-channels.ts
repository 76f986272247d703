import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import { type ChannelRecord, channelLists, channelRecords } from "../../records/chats/channel.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";

const PAGE = 500;
const RETRY_SEC = 5;
const NOT_READ = "The number's channels are being loaded from the network. Try again in a moment.";
const CHANNEL_ID = /^[\w.:-]{1,64}@newsletter$/;

/** Reads all channels that have any stored data. */
export async function readChannels(table: Table, instance: InstanceId): Promise<(ChannelRecord & Key)[]> {
  const found: (ChannelRecord & Key)[] = [];
  for (let after: string | undefined; ; ) {
    const range = { pk: keys.channel(instance, "").pk, limit: PAGE, ...(after !== undefined && { after }) };
    const { items, more } = await table.query(range);
    found.push(...items.map(channelRecords.of));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return found;
  }
}

/**
 * Lists the channels that the number owns or follows: first its own channels, then the channels it only follows, each
 * group sorted by name. The list is empty until a phone is linked.
 * @throws ApiError `unavailable` until the channels of a newly linked phone have been read.
 */
export async function listChannels(table: Table, instance: InstanceRecord): Promise<(ChannelRecord & Key)[]> {
  const [list, all] = await Promise.all([channelLists.read(table, instance.id), readChannels(table, instance.id)]);
  if (!list && instance.linked_at !== null)
    throw new ApiError("unavailable", { retryAfterSec: RETRY_SEC, message: NOT_READ });
  return all.filter(({ role }) => role !== undefined).toSorted(ownFirst);
}

/** Reads a channel that the number owns, follows or has followed. @throws ApiError `channel_not_found` */
export async function readChannel(table: Table, instance: InstanceRecord, id: string): Promise<ChannelRecord & Key> {
  requireChannelId(id);
  const found = await channelRecords.read(table, instance.id, id);
  if (found?.title === undefined) throw new ApiError("channel_not_found");
  return found;
}

/** Checks that a string has the format of a channel ID. @throws ApiError `channel_not_found` */
export function requireChannelId(id: string): void {
  if (!CHANNEL_ID.test(id)) throw new ApiError("channel_not_found");
}

const ownFirst = (a: ChannelRecord & Key, b: ChannelRecord & Key) => rank(a) - rank(b) || compare(order(a), order(b));
const rank = ({ role }: ChannelRecord) => (role === "subscriber" ? 1 : 0);
const order = ({ title = "", sk }: ChannelRecord & Key) => `${title.toLowerCase()}\0${sk}`;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
