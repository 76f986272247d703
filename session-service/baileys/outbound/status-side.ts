import type { WASocket } from "@whiskeysockets/baileys";
import { phoneChat } from "../../../core/domain/messages/chat-id.ts";
import type { FoundRecipients } from "../../../core/operations/statuses/store-recipients.ts";
import { refusalIn } from "../fixes/notice-departure.ts";
import { isUnanswered, knownAnswer } from "../shared/known-answer.ts";
import { withoutDevice } from "../shared/network-ids.ts";
import { NothingLeft } from "../shared/nothing-left.ts";
import { portions } from "../shared/portions.ts";
import { askForKeys } from "./recipients.ts";

/** The part of a connection that is specific to posting statuses. */
export interface StatusSide {
  /**
   * Returns the addresses of a status's recipients, starting with our own. People without an address are left out.
   * @param people digits of phones, or private ids. @throws AnswerUnknown
   */
  findRecipients(people: string[]): Promise<FoundRecipients>;
  /**
   * Queries everything needed to encrypt for these people, so no query runs while the keys are locked.
   * @throws NothingLeft
   */
  readyFor(list: string[]): Promise<void>;
}

/**
 * How a status addresses its recipients: by private ids, with a note that specifies the intended audience. The network
 * refuses phone numbers from an account that has moved to private ids (479), and without the note, it shows such an
 * account's statuses to no one. Other clients use the same addressing, but we haven't tried it on the real network.
 * docs/decisions/0085.
 */
export const STATUS_ADDRESSING: { names: "private_id" | "number"; setting: string | null } = {
  names: "private_id",
  setting: "contacts",
};

/** Returns the part of a status's stanza that specifies its audience. */
export const statusNote = ({ setting } = STATUS_ADDRESSING) =>
  setting === null ? [] : [{ tag: "meta", attrs: { status_setting: setting } }];

/** The number of people per network query. */
const AT_ONCE = 100;

/** Creates a socket's support for posting statuses. */
export function createStatusSide(sock: WASocket, monotonicMs: () => number): StatusSide {
  return {
    async findRecipients(people) {
      const { me } = sock.authState.creds;
      if (!me) throw new Error("The session is not linked.");
      const isPrivate = STATUS_ADDRESSING.names === "private_id";
      const own = withoutDevice(isPrivate ? (me.lid ?? me.id) : me.id);
      const addresses = isPrivate ? await privateIds(sock, people, monotonicMs) : people.map(chatOf);
      const others = new Set(addresses.filter((address) => address !== own));
      return { listed: [own, ...others], reached: others.size };
    },
    async readyFor(list) {
      try {
        for (const some of portions(list, AT_ONCE)) {
          const devices = await knownAnswer("the devices of people", monotonicMs, () =>
            sock.getUSyncDevices(some, true, false),
          );
          const jids = devices.map(({ jid }) => jid);
          await askForKeys(sock, jids, monotonicMs);
        }
      } catch (error) {
        throw new NothingLeft(refusalIn(error), String(error), isUnanswered(error));
      }
    },
  };
}

/** Returns the private ids of these people in the same order, leaving out those who have none. */
async function privateIds(sock: WASocket, people: string[], monotonicMs: () => number): Promise<string[]> {
  const { lidMapping } = sock.signalRepository;
  const found = new Map<string, string>();
  for (const some of portions(people.filter(isPhone).map(phoneChat), AT_ONCE)) {
    const pairs = await knownAnswer("the private ids of people", monotonicMs, () => lidMapping.getLIDsForPNs(some));
    for (const { pn, lid } of pairs ?? []) found.set(withoutDevice(pn), withoutDevice(lid));
  }
  return people.flatMap((one) => (isPhone(one) ? (found.get(phoneChat(one)) ?? []) : withoutDevice(one)));
}

const isPhone = (person: string) => /^\d+$/.test(person);
const chatOf = (person: string) => (isPhone(person) ? phoneChat(person) : person);
