import type { ChannelFields } from "../../domain/channels/channel.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A channel and its chat, as one instance sees it. */
export type ChannelRecord = ChatFields & ChannelFields;

/** The channels of each instance. */
export const channelRecords = recordsAt<ChannelRecord, Parameters<typeof keys.channel>>(keys.channel);

/** The state of a linked number's whole list of channels. */
export interface ChannelListRecord {
  /** When all of its channels were last read, epoch ms. */
  read_ms: number;
}

/** When each instance's channels were read; absent if they were not read since this phone was linked. */
export const channelLists = recordsAt<ChannelListRecord, Parameters<typeof keys.channelList>>(keys.channelList);
