import type { ChannelRole } from "../../contracts/channels/channel.ts";
import type { Message } from "../../contracts/message.ts";

/** A channel as the network describes it. */
export interface NetworkChannel {
  /** The chat id, `…@newsletter`. */
  id: string;
  name: string;
  description: string | null;
  /** The code in the channel's link. */
  invite: string | null;
  verified: boolean;
  subscribers: number;
  /** `url` is a temporary address, null if the network gives none; `picture` is null if the channel has none. */
  picture: { id: string; url: string | null } | null;
  /** The linked number's own role; null if it does not follow the channel, absent if unknown. */
  role?: ChannelRole | null;
}

/** A channel as it is stored; every field is absent while only our own posts are known. */
export interface ChannelFields {
  /** The channel's full name; the chat has a shortened one. Absent if the channel is unknown or was deleted. */
  title?: string;
  description?: string;
  /** The code in the channel's link. */
  invite?: string;
  verified?: boolean;
  subscribers?: number;
  /** The linked number's own role; absent if it does not follow the channel. */
  role?: ChannelRole;
  picture?: ChannelPicture;
}

/** A channel's post, as the network shows it. */
export interface NetworkPost {
  /** The network's id for the post. */
  id: string;
  /** The type; null for a kind that is not shown. */
  type: Message["type"] | null;
  text: string | null;
  media: { url: string | null; mimetype: string; filename: string | null; size_bytes: number | null } | null;
  views: number;
  reactions: { emoji: string; count: number }[];
  /** Epoch ms. */
  at_ms: number;
}

/** Our copy of a channel's picture. */
export interface ChannelPicture {
  /** The network's id for the picture. */
  id: string;
  /** The copy's key in the media store; null if no copy could be made. */
  key: string | null;
  /** When it was stored, or storing it was tried, in epoch ms, because files are not kept forever. */
  stored_ms: number;
}
