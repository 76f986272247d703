import type { ChannelFields } from "../../domain/channels/channel.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A channel as one instance knows it, and its chat. */
export type ChannelRecord = ChatFields & ChannelFields;

/** The channels each instance knows. */
export const channelRecords = recordsAt<ChannelRecord, Parameters<typeof keys.channel>>(keys.channel);

/** The list of a linked number's channels as a whole. */
export interface ChannelListRecord {
  /** When all of them were read last, epoch ms. */
  read_ms: number;
}

/** When each instance's channels were read; none: not yet, since this phone was linked. */
export const channelLists = recordsAt<ChannelListRecord, Parameters<typeof keys.channelList>>(keys.channelList);
