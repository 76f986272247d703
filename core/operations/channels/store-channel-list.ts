import type { NetworkChannel } from "../../domain/channels/channel.ts";
import type { Clock } from "../../ports.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";
import { readChannels } from "./read-channels.ts";
import { channelWrite } from "./store-channel.ts";

/** The number of channels to write in parallel. */
const AT_ONCE = 25;

/**
 * Stores all channels that the number follows or owns, as listed by the network, and marks all others as no longer
 * followed. Channels in `unreadable` are left unchanged. Only differences are written. The fact that the list was read
 * is recorded last, so a crash before that only means repeating the work.
 * @throws FenceLost
 */
export async function storeChannelList(
  deps: { table: Table; clock: Pick<Clock, "now"> },
  own: Owner,
  { channels, unreadable }: { channels: readonly NetworkChannel[]; unreadable: readonly string[] },
): Promise<void> {
  const stored = new Map((await readChannels(deps.table, own.instance_id)).map((record) => [record.sk, record]));
  const listed = new Set([...channels.map(({ id }) => id), ...unreadable]);
  const writes = channels.flatMap((channel): Write[] => {
    const write = channelWrite(own, channel, stored.get(channel.id) ?? null);
    return write ? [write] : [];
  });
  for (const { pk, sk, role } of stored.values()) {
    if (role !== undefined && !listed.has(sk)) writes.push({ update: { pk, sk }, remove: ["role"] });
  }
  for (let n = 0; n < writes.length; n += AT_ONCE) {
    await transactFenced(deps.table, own.instance_id, own.fence, writes.slice(n, n + AT_ONCE));
  }
  const read: Write = { update: keys.channelList(own.instance_id), set: { read_ms: deps.clock.now().getTime() } };
  await transactFenced(deps.table, own.instance_id, own.fence, [read]);
}
