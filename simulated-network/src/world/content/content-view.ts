import type { MediaReference } from "../../media/media-store.ts";

/** A message as a person sees it, in the sandbox API's format. Only the part that corresponds to `type` is non-null. */
export interface ContentView {
  readonly type:
    | "text"
    | "image"
    | "video"
    | "audio"
    | "document"
    | "sticker"
    | "location"
    | "contact"
    | "poll"
    | "order"
    | "product"
    | "group_invite"
    | "album"
    | "unknown";
  /** The message's text, or its file's caption. */
  readonly text: string | null;
  readonly media: MediaView | null;
  readonly location: LocationView | null;
  readonly contact: ContactView | null;
  readonly poll: PollView | null;
  readonly order: OrderView | null;
  readonly product: ProductView | null;
  readonly group_invite: GroupInviteView | null;
}

/** A file, as described in its message. */
export interface MediaView {
  readonly mimetype: string;
  readonly filename: string | null;
  /** Whether the audio was recorded with the microphone rather than sent as a file. */
  readonly voice: boolean;
  readonly view_once: boolean;
  readonly reference: MediaReference;
}

/** A location, with coordinates in degrees. */
export interface LocationView {
  readonly latitude: number;
  readonly longitude: number;
  readonly title: string | null;
  readonly address: string | null;
}

/**
 * A contact card. If the card's number is on the network, `phone` contains only digits. Otherwise, it is the number as
 * written on the card.
 */
export interface ContactView {
  readonly name: string | null;
  readonly phone: string | null;
  readonly organization: string | null;
}

/** A poll with its question and options. */
export interface PollView {
  readonly name: string;
  readonly options: readonly string[];
  readonly multiple_answers: boolean;
}

/** An order, with the total amount in whole currency units. */
export interface OrderView {
  readonly id: string;
  readonly token: string;
  readonly title: string | null;
  readonly item_count: number;
  readonly total: number;
  readonly currency: string;
}

/** A product, with the price in whole currency units. */
export interface ProductView {
  readonly id: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly price: number | null;
  readonly currency: string | null;
}

/** An invitation to a group for a single person. */
export interface GroupInviteView {
  readonly chat_id: string;
  readonly subject: string | null;
  readonly code: string;
  readonly expires_at: string | null;
}

/** A view in which every part is empty. */
export const EMPTY_VIEW: ContentView = {
  type: "unknown",
  text: null,
  media: null,
  location: null,
  contact: null,
  poll: null,
  order: null,
  product: null,
  group_invite: null,
};
