import type { ChannelPost } from "../../contracts/channels/channel-post.ts";
import type { NetworkPost } from "../../domain/channels/channel.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { requireResult } from "../commands/run-command.ts";
import { readChannel } from "./read-channels.ts";

/**
 * Fetches a channel's newest posts from the network. Posts that were sent through the gateway include their message
 * ids.
 * @throws ApiError `channel_not_found`, or an error from `requireResult`. Spec: GET …/channels/{channel}/messages.
 */
export async function readPosts(
  deps: LaneDeps,
  instance: InstanceRecord,
  id: string,
  limit: number,
): Promise<ChannelPost[]> {
  const { role } = await readChannel(deps.table, instance, id);
  const { posts } = await requireResult<"read_posts">(deps, instance, { kind: "read_posts", channel: id, limit });
  const writes = role === "owner" || role === "admin";
  const ours = writes ? await messagesOf(deps.table, instance, posts) : new Map<string, string>();
  return posts.map(({ at_ms, ...post }) => ({
    ...post,
    id: ours.get(post.id) ?? post.id,
    created_at: wireTime(new Date(at_ms)),
  }));
}

/** Finds the messages with these network IDs that were sent through the gateway. */
async function messagesOf(table: Table, { id }: InstanceRecord, posts: readonly NetworkPost[]) {
  const places = new Map(posts.map((post) => [keys.networkId(id, "out", post.id).sk, post.id]));
  const items = await table.getMany([...places.values()].map((post) => keys.networkId(id, "out", post)));
  return new Map(items.map((item) => [places.get(item.sk) ?? "", String(item.message_id)]));
}
