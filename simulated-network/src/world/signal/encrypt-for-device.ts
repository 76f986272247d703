import { encodeWAMessage, type proto } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { deviceBundle, type KeyBundle } from "./key-bundle.ts";
import { type Ciphertext, signalSession } from "./signal-session.ts";

/**
 * Encrypts a message from a phone for a single linked device.
 *
 * @param freshBundle the keys to start a new session with, if the device could not decrypt the previous copy.
 */
export async function encryptForDevice(
  transaction: Transaction,
  author: Person,
  device: LinkedDevice,
  message: proto.IMessage,
  freshBundle: KeyBundle | null = null,
): Promise<Ciphertext> {
  const session = signalSession(transaction, author, device);
  if (freshBundle || !session.exists()) await session.begin(freshBundle ?? deviceBundle(transaction, device));
  return session.encrypt(encodeWAMessage(message));
}
