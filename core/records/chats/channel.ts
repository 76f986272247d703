import type { ChannelFields } from "../../domain/channels/channel.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A channel and its chat, as seen by one instance. */
export type ChannelRecord = ChatFields & ChannelFields;

/** The stored channels, by instance. */
export const channelRecords = recordsAt<ChannelRecord, Parameters<typeof keys.channel>>(keys.channel);

/** The state of a linked number's channel list as a whole. */
export interface ChannelListRecord {
  /** When all of the number's channels were last read, in epoch ms. */
  read_ms: number;
}

/**
 * When each instance's channels were last read. Absent if they haven't been read since the current phone was linked.
 */
export const channelLists = recordsAt<ChannelListRecord, Parameters<typeof keys.channelList>>(keys.channelList);
