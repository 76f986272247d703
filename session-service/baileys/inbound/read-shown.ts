import type { proto } from "@whiskeysockets/baileys";
import type { Album } from "../../../core/contracts/content/album.ts";
import type { MessageDetails } from "../../../core/contracts/content/details.ts";
import { boundedDetails } from "../../../core/domain/messages/bounded-details.ts";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import { HELD_BY_HOST } from "../shared/held-by-host.ts";
import type { Foreign } from "./bounds/foreign.ts";
import { takenId } from "./bounds/ids.ts";
import { isNumber, takenCount } from "./bounds/numbers.ts";
import type { Stanza } from "./bounds/stanza.ts";
import { readContent } from "./content/content-readers.ts";
import type { ContentReading } from "./content/content-reading.ts";
import type { NamedFile } from "./content/file-fields.ts";
import { layersOf, type Unwrapped } from "./content/unwrap.ts";
import { contextDetails } from "./context-details.ts";
import type { People } from "./people.ts";
import { contextOf, forwardingScoreIn, type Quote, quotedIn } from "./quoted.ts";

/** The visible part of a person's message. */
export interface ShownContent {
  shown: Pick<
    IncomingMessage,
    | "type"
    | "body"
    | "location"
    | "contact"
    | "poll"
    | "tally"
    | "order"
    | "product"
    | "error_code"
    | "details"
    | "quoted"
    | "comments"
    | "forwarding_score"
  >;
  file: NamedFile | null;
}

type Content = Foreign<proto.IMessage>;

const MEDIA_ALBUM = 1;
const MOST_FILES = 1_000;

/** Reads the visible parts of a person's message. If there is nothing to show, returns content with an error code. */
export async function readShown(
  stanza: Stanza,
  content: Content,
  unwrapped: Unwrapped,
  people: People,
): Promise<ShownContent> {
  const layers = layersOf(content);
  const read = readContent(unwrapped);
  const { file, about, details: own, ...reading } = read ?? NOTHING;
  const quote = await quotedIn(stanza, unwrapped, about, people);
  const chosen = titled({ ...reading, ...(own && { details: own }) }, quote);
  const isViewOnce = isSeenOnce(layers, unwrapped);
  const isWithheld = isViewOnce && file !== undefined && file.mediaKey === null;
  const album = albumIn(layers);
  const details: MessageDetails = {
    ...(await contextDetails(contextOf(unwrapped), chosen.body, people)),
    ...chosen.details,
    ...(quote && { quoted: quote.described }),
    ...(isViewOnce && { view_once: true }),
    ...(album && { album }),
  };
  const isUnknown = read === null && !details.referral;
  const error_code = isUnknown ? "unsupported" : isWithheld ? "view_once_withheld" : null;
  const commented = layers.map((layer) => layer.commentMessage?.targetMessageKey).find((one) => one);
  const comments = commented && (await quotedIn(stanza, EMPTY, commented, people))?.found;
  const all = { ...details, ...(isUnknown && unwrapped.kind !== null && { network_kind: unwrapped.kind }) };
  return {
    file: isWithheld ? null : (file ?? null),
    shown: {
      ...chosen,
      ...withDetails(all),
      ...(error_code && { error_code }),
      quoted: quote?.found ?? null,
      ...(comments && { comments }),
      ...forwardingScoreIn(unwrapped),
    },
  };
}

/** The content stored for a view-once message, because linked devices receive only a notice in its place. */
export const WITHHELD = {
  type: "text",
  body: null,
  error_code: "view_once_withheld",
  details: { view_once: true },
} as const satisfies ShownContent["shown"];

/** The content stored for a message that the network delivers only to a business's phone. */
export const HELD = {
  type: "text",
  body: null,
  error_code: "unsupported",
  details: { network_kind: HELD_BY_HOST },
} as const satisfies ShownContent["shown"];

const NOTHING: ContentReading = { type: "text", body: null };
const EMPTY: Unwrapped = { kind: null, content: {} as Content }; // no fields at all

/** Returns the details within bounds, or an empty object if there are none. */
const withDetails = (details: MessageDetails): { details?: MessageDetails } =>
  Object.keys(details).length > 0 ? { details: boundedDetails(details) } : {};

/** Fills in the missing text of a choice from the quoted offer. */
function titled(reading: ContentReading, quote: Quote | null): ContentReading {
  const choice = reading.details?.interactive;
  if (!choice || choice.title !== null || choice.id === null) return reading;
  const title = quote?.actions.find(({ id }) => id === choice.id)?.text ?? null;
  if (title === null) return reading;
  return { ...reading, body: title, details: { ...reading.details, interactive: { ...choice, title } } };
}

/** Whether a message is view-once, judging by its wrapper or its file. */
function isSeenOnce(layers: Content[], { kind, content }: Unwrapped): boolean {
  const part: unknown = kind === null ? null : content[kind];
  if (typeof part === "object" && part !== null && "viewOnce" in part && part.viewOnce === true) return true;
  return layers.some((one) => one.viewOnceMessage ?? one.viewOnceMessageV2 ?? one.viewOnceMessageV2Extension);
}

function albumIn(layers: Content[]): Album | null {
  const parts = layers.map((layer) => layer.messageContextInfo?.messageAssociation);
  const association = parts.find((one) => isNumber(one?.associationType, MEDIA_ALBUM));
  const id = takenId(association?.parentMessageKey?.id);
  return id === null ? null : { id, index: takenCount(association?.messageIndex, MOST_FILES), count: null };
}
