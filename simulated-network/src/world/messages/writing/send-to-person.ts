import { proto } from "@whiskeysockets/baileys";
import { post } from "../../../delivery/post.ts";
import { type AddressForm, personAddress } from "../../../format/addresses.ts";
import { node } from "../../../format/nodes.ts";
import type { LinkedDevice } from "../../../store/devices-table.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { encryptForDevice } from "../../signal/encrypt-for-device.ts";
import type { KeyBundle } from "../../signal/key-bundle.ts";
import type { World } from "../../world.ts";
import { handOver } from "../arriving/hand-over.ts";
import { type MessageCopy, messageStanza } from "../message-stanza.ts";
import { verifiedName } from "./verified-name.ts";
import { encAttributes, stanzaAttributes, WITHHELD, type Written } from "./written.ts";

/**
 * Sends a copy of a message to all devices of both people. If the recipient has blocked the author, the recipient
 * receives nothing.
 */
export async function sendToPerson(
  world: World,
  transaction: Transaction,
  written: Written,
  person: Person,
): Promise<void> {
  const { author, message } = written;
  for (const device of transaction.store.devices.of(author.phone))
    await copyToDevice(world, transaction, written, person, device);
  if (transaction.store.account.blockedBy(person.phone).includes(author.phone)) return;
  for (const device of transaction.store.devices.of(person.phone))
    await copyToDevice(world, transaction, written, person, device);
  const plain = node("plaintext", {}, Buffer.from(proto.Message.encode(message).finish()));
  const toPhone = copyOf(written, person, formFor(author, person, person), [plain]);
  await handOver(world, transaction, person, 0, messageStanza(toPhone, person));
}

/** Resends a device its copy of a message, through a new session started with the specified keys. */
export async function copyToDeviceAgain(
  world: World,
  transaction: Transaction,
  written: Written,
  person: Person,
  device: LinkedDevice,
  bundle: KeyBundle,
): Promise<void> {
  await copyToDevice(world, transaction, written, person, device, bundle);
}

async function copyToDevice(
  world: World,
  transaction: Transaction,
  written: Written,
  person: Person,
  device: LinkedDevice,
  freshBundle: KeyBundle | null = null,
): Promise<void> {
  const { author } = written;
  const recipient = device.phone === author.phone ? author : person;
  const form = formFor(author, person, recipient);
  const content = written.withheld ? WITHHELD : await encrypt(transaction, written, person, form, device, freshBundle);
  const beside = recipient.phone === author.phone ? [] : verifiedName(transaction, author);
  const stanza = messageStanza(copyOf(written, person, form, [...beside, content]), recipient);
  post(world, transaction, device, stanza, { class: "message", type: freshBundle ? "retry" : "" });
}

async function encrypt(
  transaction: Transaction,
  written: Written,
  person: Person,
  form: AddressForm,
  device: LinkedDevice,
  freshBundle: KeyBundle | null,
) {
  const { author, message } = written;
  const isOwn = device.phone === author.phone;
  const body = isOwn ? { deviceSentMessage: { destinationJid: personAddress(person, form), message } } : message;
  const { type, bytes } = await encryptForDevice(transaction, author, device, body, freshBundle);
  return node("enc", { ...encAttributes(written), type, count: freshBundle ? 1 : undefined }, bytes);
}

function copyOf(written: Written, chat: Person, form: AddressForm, content: MessageCopy["content"]): MessageCopy {
  const { id, author, at } = written;
  return { id, author, authorDevice: 0, chat, form, at, attributes: stanzaAttributes(written), content };
}

/** Returns the form of address to use in a copy: the private id if the person hides their number. */
function formFor(author: Person, chat: Person, recipient: Person): AddressForm {
  const shown = recipient.phone === author.phone ? chat : author;
  return shown.hide_number ? "lid" : "pn";
}
