import type { proto } from "@whiskeysockets/baileys";
import type { Foreign } from "../bounds/foreign.ts";
import { type ContentKind, kindOf, WRAPPERS } from "./content-kinds.ts";

/** Content without any wrapping. */
export interface Unwrapped {
  /** The name of the message field with the content, or null if the field is unknown or there is no content. */
  kind: keyof proto.IMessage | null;
  content: Foreign<proto.IMessage>;
}

/** The maximum number of layers around content. Phones create up to four. */
const DEEPEST = 10;

/**
 * The order of preference if a message has several fields: the first role found in this order determines the content.
 */
const ORDER: ContentKind["is"][] = ["shown", "act", "wrapper", "silent"];

/**
 * Removes the wrappers around content (disappearing, view once, with a caption, …). Returns null if there is no
 * content, or only a group key.
 */
export function unwrap(message: Foreign<proto.IMessage> | null | undefined): Unwrapped | null {
  const content = message && layersOf(message).at(-1);
  if (!content) return null;
  const names = namesIn(content);
  const kinds = ORDER.flatMap((is) => names.filter((name) => kindOf(name)?.is === is));
  const kind = kinds[0] ?? names.find((name) => kindOf(name) === null);
  if (kind !== undefined) return { kind: kind as keyof proto.IMessage, content }; // Object.entries loses the key type
  return names.some(isKey) ? null : { kind: null, content };
}

/** Returns every layer of a message, outermost first. */
export function layersOf(message: Foreign<proto.IMessage>): Foreign<proto.IMessage>[] {
  const layers = [message];
  for (let layer = message; layers.length <= DEEPEST; ) {
    const around: Foreign<proto.IMessage> = layer;
    const next = WRAPPERS.map((name) => around[name]?.message).find((one) => one !== null && one !== undefined);
    if (!next) break;
    layers.push(next);
    layer = next;
  }
  return layers;
}

const namesIn = (content: object): string[] =>
  Object.entries(content).flatMap(([name, part]) => (part === null || part === undefined ? [] : [name]));

function isKey(name: string): boolean {
  const kind = kindOf(name);
  return kind?.is === "beside" && kind.isKey === true;
}
