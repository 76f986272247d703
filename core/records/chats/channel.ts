import type { ChannelFields } from "../../domain/channels/channel.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A channel and its chat, as one instance sees it. */
export type ChannelRecord = ChatFields & ChannelFields;

/** The stored channels, by instance. */
export const channelRecords = recordsAt<ChannelRecord, Parameters<typeof keys.channel>>(keys.channel);

/** The state of a linked number's entire channel list. */
export interface ChannelListRecord {
  /** When all channels of the number were last read, epoch ms. */
  read_ms: number;
}

/**
 * When each instance's channels were last read. Absent if they haven't been read since the current phone was linked.
 */
export const channelLists = recordsAt<ChannelListRecord, Parameters<typeof keys.channelList>>(keys.channelList);
