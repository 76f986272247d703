import type { ChannelRole } from "../../contracts/channels/channel.ts";
import type { Message } from "../../contracts/message.ts";

/** A channel as the network describes it. */
export interface NetworkChannel {
  /** The chat's id, `…@newsletter`. */
  id: string;
  name: string;
  description: string | null;
  /** The code in its link. */
  invite: string | null;
  verified: boolean;
  subscribers: number;
  /** `url`: a temporary address of it; null: the network gives none. `picture` null: it has none. */
  picture: { id: string; url: string | null } | null;
  /** The linked number's own role, null: it does not follow it; absent: unknown. */
  role?: ChannelRole | null;
}

/** A channel as it is stored; everything is absent while only posts of ours are known. */
export interface ChannelFields {
  /** Its whole name; the chat has a shortened one. Absent: the channel is unknown, or gone. */
  title?: string;
  description?: string;
  /** The code in its link. */
  invite?: string;
  verified?: boolean;
  subscribers?: number;
  /** The linked number's own role; absent: it does not follow it. */
  role?: ChannelRole;
  picture?: ChannelPicture;
}

/** A post of a channel, as the network shows it. */
export interface NetworkPost {
  /** The network's id of it. */
  id: string;
  /** null: of a kind that is not shown. */
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
  /** The network's id of the picture. */
  id: string;
  /** The copy's place in the media store; null: none could be made. */
  key: string | null;
  /** When it was stored, or attempted, epoch ms: files are not kept forever. */
  stored_ms: number;
}
