import type { WASocket } from "@whiskeysockets/baileys";
import { foreign } from "../inbound/bounds/foreign.ts";
import { takenName, takenText } from "../inbound/bounds/texts.ts";
import type { SettingsSide } from "../settings/settings-side.ts";
import { AnswerUnknown, knownAnswer } from "../shared/known-answer.ts";
import { withoutDevice } from "../shared/network-ids.ts";
import { NetworkRefusal, refusalOf } from "../shared/network-refusals.ts";
import { networkForm, networkForms } from "../shared/on-network.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";

/**
 * Queries and commands about the linked number itself. Never call them from inside an event handler. They all reject
 * with NetworkRefusal, with AnswerUnknown if the network did not answer in time, or with a connection error.
 */
export interface NumberSide {
  /** Returns the form in which the network lists a person's number, or null if the number is not on the network. */
  networkForm(phone: string): Promise<string | null>;
  /** Returns the forms of many numbers, using as few queries as possible. Rejects if any of the queries fails. */
  networkForms(phones: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  /** Rejects a call. Resolves after 3 s even without an answer, because the network often doesn't send one. */
  rejectCall(callId: string, from: string): Promise<void>;
  ownName(): string | null;
  readAbout(): Promise<string | null>;
  /** Returns a temporary URL, or null if there is no picture. */
  pictureUrl(): Promise<string | null>;
  /** @throws SettingsNotReady */
  setName(name: string): Promise<void>;
  setAbout(about: string): Promise<void>;
  /** Sets the picture. Null removes it. */
  setPicture(jpeg: Buffer | null): Promise<void>;
}

const REJECT_MS = 3_000;
const PICTURE_MS = 10_000;
/** The maximum length of the number's "about" text. Phones allow 139 characters. */
const LONGEST_ABOUT_CHARS = 1_000;
/** The library's placeholder for a name that hasn't arrived yet. */
const NO_NAME = "~";
const NOT_THERE = new Set([401, 404]);

/** Creates a socket's queries and commands about the linked number. */
export function createNumberSide(
  sock: WASocket,
  caches: SessionCaches,
  changeSettings: SettingsSide["changeSettings"],
  monotonicMs: () => number,
): NumberSide {
  const ownId = (): string => {
    const { me } = sock.authState.creds;
    if (!me) throw new Error("The session is not linked.");
    return withoutDevice(me.id);
  };
  /** Sends one query or command. Converts a refusal to a NetworkRefusal. */
  async function asked<T>(what: string, call: () => Promise<T>): Promise<T> {
    try {
      return await knownAnswer(what, monotonicMs, call);
    } catch (error) {
      throw refusalOf(error, what);
    }
  }
  return {
    networkForm: (phone) => asked("a look for a number", () => networkForm(sock, caches, phone, monotonicMs)),
    networkForms: (phones) => asked("a look for numbers", () => networkForms(sock, caches, phones, monotonicMs)),

    async rejectCall(callId, from) {
      const { promise: silence, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, REJECT_MS);
      const rejected = asked("the rejection of a call", () => sock.rejectCall(callId, from));
      rejected.catch(() => {}); // it may come after the silence
      await Promise.race([rejected, silence]).finally(() => clearTimeout(timer));
    },

    ownName() {
      const name = sock.authState.creds.me?.name;
      return name === NO_NAME ? null : takenName(foreign<string | undefined>(name));
    },

    async readAbout() {
      const what = "the own words";
      const answer = await asked(what, () => sock.fetchStatus(ownId()));
      if (!answer) throw new AnswerUnknown(what);
      const said: unknown = answer[0]?.status; // its type leaves the shape open
      const text: unknown = typeof said === "object" && said !== null ? Reflect.get(said, "status") : null;
      return typeof text === "string" ? takenText(foreign<string>(text), LONGEST_ABOUT_CHARS) : null;
    },

    async pictureUrl() {
      try {
        return (await asked("the own picture", () => sock.profilePictureUrl(ownId(), "image", PICTURE_MS))) ?? null;
      } catch (error) {
        if (error instanceof NetworkRefusal && NOT_THERE.has(error.code)) return null;
        throw error;
      }
    },

    async setName(name) {
      await asked("a change of the name", () => changeSettings([{ kind: "own_name", name }]));
      // The setting reaches the phone and the account, but the library doesn't update its own contacts or the
      // credentials.
      const { creds } = sock.authState;
      if (creds.me) creds.me = { ...creds.me, name };
      sock.ev.emit("creds.update", {});
      await sock.sendPresenceUpdate("unavailable");
    },
    setAbout: (about) => asked("a change of the words", () => sock.updateProfileStatus(about)),
    setPicture: (jpeg) =>
      asked("a change of the picture", () =>
        jpeg ? sock.updateProfilePicture(ownId(), jpeg) : sock.removeProfilePicture(ownId()),
      ),
  };
}
