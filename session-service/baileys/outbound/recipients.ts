import type { WASocket } from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "../shared/known-answer.ts";
import { chatAt, withoutDevice } from "../shared/network-ids.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";
import type { Addressing } from "./addressing.ts";

const KEYS = "the keys of devices";
const GIVEN = "sender-key-memory";

/** Thrown if the network reports that a person has no devices, which means that their account was deleted. */
export class NoDevice extends Error {
  constructor() {
    super("The network knows no device of this person.");
    this.name = "NoDevice";
  }
}

/** Queries the devices and keys needed for a message to a chat. */
export type AskRecipients = (chat: string) => Promise<void>;

/**
 * Creates the query for the recipients' devices and their keys. It runs before the library's own query, which holds the
 * session's key lock, and doesn't request information that is already available. The returned function rejects with
 * AnswerUnknown if the network doesn't answer for everyone, and with NoDevice if a person has no device.
 */
export function askRecipients(
  sock: WASocket,
  caches: SessionCaches,
  addressing: Addressing,
  monotonicMs: () => number,
): AskRecipients {
  /** Returns the devices that do not yet have our key for messages in the group. */
  async function withoutKey(group: string, devices: string[]): Promise<string[]> {
    const { [group]: given = {} } = await sock.authState.keys.get(GIVEN, [group]);
    return devices.filter((device) => !given[device]);
  }

  return async (chat) => {
    const { kind } = chatAt(chat);
    if (kind !== "group" && kind !== "phone" && kind !== "private") return;
    const people = kind === "group" ? await members(addressing, chat) : [await addressing.own(chat), chat];
    const found = await knownAnswer("the devices of people", monotonicMs, () =>
      sock.getUSyncDevices(people, true, false),
    );
    if (kind !== "group" && !found.some(({ jid }) => withoutDevice(jid) === chat)) {
      caches.userDevicesCache.del(chat.split("@", 1)[0] ?? "");
      throw new NoDevice();
    }
    const own = ownDevices(sock);
    const devices = found.map(({ jid }) => jid).filter((jid) => !own.has(jid));
    await askForKeys(sock, kind === "group" ? await withoutKey(chat, devices) : devices, monotonicMs);
  };
}

/**
 * Requests the keys of devices that we haven't exchanged messages with yet.
 * @throws AnswerUnknown if the network does not answer, or returns no keys for any of a person's devices.
 */
export async function askForKeys(sock: WASocket, devices: string[], monotonicMs: () => number): Promise<void> {
  if (devices.length === 0) return;
  const isAsked = await knownAnswer(KEYS, monotonicMs, () => sock.assertSessions(devices));
  if (!isAsked) return;
  const reached = new Set<string>();
  for (const device of devices) {
    if (reached.has(withoutDevice(device))) continue;
    const { exists } = await sock.signalRepository.validateSession(device);
    if (exists) reached.add(withoutDevice(device));
  }
  if (!devices.every((device) => reached.has(withoutDevice(device)))) throw new AnswerUnknown(KEYS);
}

const members = async (addressing: Addressing, group: string) =>
  (await addressing.group(group)).participants.map(({ id }) => id);

/** Returns this device's own addresses, to which nothing is ever sent. */
function ownDevices(sock: WASocket): Set<string> {
  const { me } = sock.authState.creds;
  return new Set([me?.id, me?.lid].flatMap((id) => id ?? []));
}
