import { proto } from "@whiskeysockets/baileys";
import type { InboxMessage } from "../../store/messages-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { unwrap } from "../../world/content/unwrap.ts";
import type { World } from "../../world/world.ts";
import { presentMessage } from "./present.ts";

/**
 * The number of hexadecimal digits in a color. The network's colors have eight, of which only the last six are used,
 * without the opacity.
 */
const COLOUR_DIGITS = 6;

/** Converts a status to the sandbox API's format, as the phone's owner sees it. */
export function presentStatus(world: World, transaction: Transaction, owner: Person, status: InboxMessage) {
  const { id, from, type, text, media, at } = presentMessage(world, transaction, owner, status);
  const { extendedTextMessage, audioMessage } = unwrap(proto.Message.decode(status.content));
  const background_color = colour((extendedTextMessage ?? audioMessage)?.backgroundArgb);
  return { id, from, type, text, background_color, font: extendedTextMessage?.font ?? null, media, at };
}

function colour(argb: number | null | undefined): string | null {
  return argb
    ? `#${argb
        .toString(16)
        .padStart(2 + COLOUR_DIGITS, "0")
        .slice(-COLOUR_DIGITS)}`
    : null;
}
