import type { BinaryNode } from "@whiskeysockets/baileys";
import type { DeviceAddress } from "../format/addresses.ts";
import { contentBytes } from "../format/nodes.ts";
import type { Transaction } from "../store/transactions.ts";
import type { StanzaClass } from "../store/waiting-stanzas-table.ts";
import type { Delivery } from "./delivery.ts";

/** The class and type that a stanza is stored under until it is acknowledged. */
export interface Posting {
  readonly class: StanzaClass;
  /**
   * The type that the acknowledgement must repeat. For messages, it is "" for the first copy and "retry" for a resent
   * copy.
   */
  readonly type: string;
  /** A delay for connected devices, in the machine's time. */
  readonly delayMs?: number;
}

/**
 * Stores a stanza for a linked device. Sends it now if the device is connected, otherwise at the device's next login. A
 * stanza for device 0 waits until the phone is switched on. Nothing is stored for a device that is no longer linked.
 */
export function post(
  delivery: Delivery,
  transaction: Transaction,
  to: DeviceAddress,
  stanza: BinaryNode,
  posting: Posting,
): void {
  const id = stanza.attrs.id;
  if (!id) throw new Error("A stanza that must be acknowledged needs an id.");
  if (to.device !== 0 && !transaction.store.devices.find(to)) return;
  const isGarbled = posting.class === "message" && to.device !== 0 && delivery.faults.isOn("garble_messages");
  const stored = transaction.store.waiting.add({
    phone: to.phone,
    device: to.device,
    class: posting.class,
    id,
    type: posting.type,
    node: isGarbled ? garbled(stanza) : stanza,
    notBefore: posting.delayMs ? Date.now() + posting.delayMs : 0,
  });
  transaction.afterCommit(() => delivery.live.push(stored));
}

/**
 * The position of the byte to change, counted from the end. In the first messages of a session, bytes closer to the end
 * can belong to key ids, where changing a byte has no effect.
 */
const GARBLED_BYTE = 12;

/** Changes a byte in each encrypted part, so the part can't be decrypted. */
function garbled(stanza: BinaryNode): BinaryNode {
  const { content } = stanza;
  if (Array.isArray(content)) return { ...stanza, content: content.map(garbled) };
  const bytes = stanza.tag === "enc" ? contentBytes(stanza) : null;
  if (!bytes) return stanza;
  const place = bytes.length - GARBLED_BYTE;
  return { ...stanza, content: bytes.map((byte, at) => (at === place ? byte ^ 1 : byte)) };
}
