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
  /** The channel's picture, or null. `url` is a temporary address, or null if the network doesn't provide one. */
  picture: { id: string; url: string | null } | null;
  /** The linked number's own role: null if the number doesn't follow the channel, absent if unknown. */
  role?: ChannelRole | null;
}

/** A channel as stored. All fields are absent while only our own posts in the channel are known. */
export interface ChannelFields {
  /** The channel's full name, which is shortened in the chat. Absent if the channel is unknown or was deleted. */
  title?: string;
  description?: string;
  /** The code in the channel's link. */
  invite?: string;
  verified?: boolean;
  subscribers?: number;
  /** The linked number's own role. Absent if the number doesn't follow the channel. */
  role?: ChannelRole;
  picture?: ChannelPicture;
}

/** A channel post as the network shows it. */
export interface NetworkPost {
  /** The network's id for the post. */
  id: string;
  /** The type of the post, or null for kinds that aren't shown. */
  type: Message["type"] | null;
  text: string | null;
  media: { url: string | null; mimetype: string; filename: string | null; size_bytes: number | null } | null;
  views: number;
  reactions: { emoji: string; count: number }[];
  /** When the post was published, in epoch ms. */
  at_ms: number;
}

/** Our copy of a channel's picture. */
export interface ChannelPicture {
  /** The network's id for the picture. */
  id: string;
  /** The copy's key in the media store, or null if no copy could be made. */
  key: string | null;
  /**
   * When the copy was stored, or when storing it failed, in epoch ms. Needed because files are not stored indefinitely.
   */
  stored_ms: number;
}
