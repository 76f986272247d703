import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A channel as one instance knows it, and its chat. */
export type ChannelRecord = ChatFields;

/** The channels each instance knows. */
export const channelRecords = recordsAt<ChannelRecord, Parameters<typeof keys.channel>>(keys.channel);
