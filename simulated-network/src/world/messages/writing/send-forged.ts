import type { BinaryNode } from "@whiskeysockets/baileys";
import { post } from "../../../delivery/post.ts";
import { deviceAddress } from "../../../format/addresses.ts";
import { type Attributes, node, seconds } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { StanzaClass } from "../../../store/waiting-stanzas-table.ts";
import { deviceBundle } from "../../signal/key-bundle.ts";
import { signalSession } from "../../signal/signal-session.ts";
import type { World } from "../../world.ts";
import { newMessageId } from "../message-id.ts";

/** A stanza that no phone would send but a modified client could. */
export interface Forged {
  readonly tag: StanzaClass;
  /** Attributes that are added to, or replace, those that a phone would send. */
  readonly attributes: Attributes;
  readonly content: BinaryNode[];
  /**
   * Content to encrypt for each device exactly as it is, including its padding. Null if the stanza has no encrypted
   * part.
   */
  readonly clear: Buffer | null;
}

/** Delivers a forged stanza to all of a person's linked devices. @returns the stanza's id. */
export async function sendForged(
  world: World,
  transaction: Transaction,
  author: Person,
  recipient: Person,
  { tag, attributes, content, clear }: Forged,
): Promise<string> {
  const from = deviceAddress(author, 0, "pn");
  const written = { from, id: newMessageId(), t: seconds(transaction.now), notify: author.name, ...attributes };
  const stanzaType = typeof attributes.type === "string" ? attributes.type : "";
  for (const device of transaction.store.devices.of(recipient.phone)) {
    const session = signalSession(transaction, author, device);
    if (clear && !session.exists()) await session.begin(deviceBundle(transaction, device));
    const sealed = clear && (await session.encrypt(clear));
    const enc = sealed ? [node("enc", { v: 2, type: sealed.type }, sealed.bytes)] : [];
    const stanza = node(tag, { ...(tag === "message" && { type: "text" }), ...written }, [...enc, ...content]);
    post(world, transaction, device, stanza, {
      class: tag,
      type: tag === "message" || tag === "call" ? "" : stanzaType,
    });
  }
  return String(written.id);
}
