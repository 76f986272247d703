import { type BinaryNode, encodeWAMessage, proto } from "@whiskeysockets/baileys";
import { post } from "../../../delivery/post.ts";
import { node } from "../../../format/nodes.ts";
import type { LinkedDevice } from "../../../store/devices-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { Room } from "../../people/room.ts";
import { encryptForDevice } from "../../signal/encrypt-for-device.ts";
import type { KeyBundle } from "../../signal/key-bundle.ts";
import { senderKey } from "../../signal/sender-key.ts";
import type { World } from "../../world.ts";
import { handOver } from "../arriving/hand-over.ts";
import { roomStanza } from "../room-stanza.ts";
import { encAttributes, stanzaAttributes, WITHHELD, type Written } from "./written.ts";

/**
 * Sends the same ciphertext to all of these people's devices, along with the author's key for devices that don't have
 * it yet.
 */
export async function sendToRoom(
  world: World,
  transaction: Transaction,
  written: Written,
  room: Room,
  phones: readonly string[],
): Promise<void> {
  const { author, message } = written;
  const key = senderKey(transaction, author, room.id, { phone: author.phone, device: 0 });
  const shared = await key.share();
  const ciphertext = Buffer.from(await key.encrypt(encodeWAMessage(message)));
  const toAll = node("enc", { ...encAttributes(written), type: "skmsg" }, ciphertext);
  const plain = node("plaintext", {}, Buffer.from(proto.Message.encode(message).finish()));
  for (const phone of phones) {
    for (const device of transaction.store.devices.of(phone)) {
      const keys = await keyFor(transaction, written, room, shared, device);
      const content = written.withheld ? [...keys, WITHHELD] : [...keys, toAll];
      post(world, transaction, device, stanzaOf(written, room, content), { class: "message", type: "" });
    }
    const member = transaction.store.people.byPhone(phone);
    if (member && phone !== author.phone)
      await handOver(world, transaction, member, 0, stanzaOf(written, room, [plain]));
  }
}

/** Resends a message to a single device, encrypted only for that device and along with the author's key. */
export async function roomCopyAgain(
  world: World,
  transaction: Transaction,
  written: Written,
  room: Room,
  device: LinkedDevice,
  bundle: KeyBundle,
): Promise<void> {
  const { author, message } = written;
  const shared = await senderKey(transaction, author, room.id, { phone: author.phone, device: 0 }).share();
  const body = { ...message, senderKeyDistributionMessage: distribution(room, shared) };
  const { type, bytes } = await encryptForDevice(transaction, author, device, body, bundle);
  const enc = node("enc", { ...encAttributes(written), type, count: 1 }, bytes);
  post(world, transaction, device, stanzaOf(written, room, [enc]), { class: "message", type: "retry" });
}

async function keyFor(
  transaction: Transaction,
  { author }: Written,
  room: Room,
  shared: Uint8Array,
  device: LinkedDevice,
): Promise<BinaryNode[]> {
  if (!transaction.store.senderKeys.markGiven(author.phone, room.id, device)) return [];
  const body = { senderKeyDistributionMessage: distribution(room, shared) };
  const { type, bytes } = await encryptForDevice(transaction, author, device, body);
  return [node("enc", { v: 2, type }, bytes)];
}

function distribution(room: Room, shared: Uint8Array): proto.Message.ISenderKeyDistributionMessage {
  return { groupId: room.id, axolotlSenderKeyDistributionMessage: shared };
}

function stanzaOf(written: Written, room: Room, content: BinaryNode[]): BinaryNode {
  const { id, author, at } = written;
  return roomStanza({ id, room, author, authorDevice: 0, at, attributes: stanzaAttributes(written), content });
}
