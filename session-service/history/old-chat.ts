import type { HistoryWindow } from "../../core/domain/chats/history-window.ts";
import { writtenMs } from "../../core/domain/chats/message-place.ts";
import { privateChat } from "../../core/domain/messages/chat-id.ts";
import type { ChatToImport } from "../../core/operations/receiving/import-chats.ts";
import type { ImportedMessage } from "../../core/operations/receiving/import-messages.ts";
import { MUTED_FOR_EVER } from "../../core/records/chats/chat-fields.ts";
import type { GlancedMessage, HistoryChat } from "../baileys/history/history-piece.ts";
import type { PrivacyToken } from "../baileys/history/keep-tokens.ts";
import { foreign } from "../baileys/inbound/bounds/foreign.ts";
import { takenAddress, takenId, takenParty } from "../baileys/inbound/bounds/ids.ts";
import { takenCount } from "../baileys/inbound/bounds/numbers.ts";
import { takenName } from "../baileys/inbound/bounds/texts.ts";
import { takenEnd, takenTime } from "../baileys/inbound/bounds/times.ts";
import { findPerson, isOwn, type People } from "../baileys/inbound/people.ts";
import { LONGEST_TIMER_SEC } from "../baileys/inbound/read-timer.ts";
import { withoutDevice } from "../baileys/shared/network-ids.ts";

const MOST_UNREAD = 100_000;
const LARGEST_TOKEN_BYTES = 1_024;
/** Times from the phone that exceed this value are in milliseconds. */
const SECONDS_END = 100_000_000_000;

/**
 * Collects what an imported chat's messages reveal about the chat. Messages arrive newest first, because that is how
 * phones write them.
 */
export class OldChat {
  #last: { id: string; ms: number } | null = null;
  #lastIn: { at: Date; network_id: string } | null = null;
  #firstIn: Date | null = null;
  #name: string | null = null;
  #waitingSince: number | null = null;
  #isAnswered = false;
  /**
   * The number of messages from the other side that were written after the link was created. These are received rather
   * than imported.
   */
  #youngIn = 0;
  readonly #window: HistoryWindow;
  readonly #now: Date;

  constructor(window: HistoryWindow, now: Date) {
    this.#window = window;
    this.#now = now;
  }

  /** Takes note of a message that is too old to be stored. */
  glance({ key, seconds, pushName, isNote }: GlancedMessage): void {
    const at = takenTime(seconds * 1000, this.#now);
    const network_id = takenId(foreign(key.id));
    if (isNote || !at || key.fromMe || network_id === null) return;
    this.#noteIn(at, network_id, takenName(foreign(pushName)));
  }

  /** Takes note of a message that is stored. */
  keep({ id, written_at, from_me, network_id, contact_name }: ImportedMessage): void {
    const ms = writtenMs(written_at, this.#now);
    if (!this.#last || ms > this.#last.ms) this.#last = { id, ms };
    if (from_me) this.#isAnswered = true;
    else {
      this.#noteIn(written_at, network_id, contact_name);
      if (!this.#isAnswered) this.#waitingSince = ms;
    }
  }

  /** Takes note of a message written after the link was created. */
  young(fromMe: boolean): void {
    if (!fromMe) this.#youngIn++;
    // Older messages no longer determine whether the person is waiting for an answer: that is up to the messages
    // written after the link.
    this.#isAnswered = true;
  }

  /**
   * Returns the chat after all its messages have been processed. Returns null if this kind of chat is not stored, or if
   * the chat doesn't belong to a person.
   */
  async whole(chat: HistoryChat, people: People): Promise<ChatToImport | null> {
    const named = takenParty(foreign(chat.id));
    if (!named) return null;
    const now = this.#now;
    const { muteEndTime: mute } = chat;
    const shown = {
      phone_chat_id: withoutDevice(named.id),
      name: takenName(foreign(chat.displayName || chat.name)),
      last: this.#last,
      conversation_ms: timeOf(chat.conversationTimestamp, now),
      unread: Math.max(0, (takenCount(foreign(chat.unreadCount), MOST_UNREAD) ?? 0) - this.#youngIn),
      marked_unread: chat.markedAsUnread === true,
      archived: chat.archived === true,
      pinned_ms: chat.pinned ? (timeOf(chat.pinned, now) ?? now.getTime()) : null,
      muted_until_ms: mute ? muteEnd(mute, now) : null,
    };
    if (named.party.kind === "group") return { kind: "group", key: named.id, ...shown, waiting_since_ms: null };
    if (named.party.kind !== "phone" && named.party.kind !== "private") return null;
    const alternate = takenParty(foreign(named.party.kind === "phone" ? chat.lidJid : chat.pnJid));
    const person = await findPerson(named.party, alternate?.party ?? null, people);
    if (!person) return null;
    return {
      kind: "person",
      key: person.name,
      phone: person.phone,
      private_id: person.private_id,
      chat_id: person.chat,
      ...shown,
      contact_name: isOwn(named.party, people) ? null : this.#name,
      waiting_since_ms: isOwn(named.party, people) ? null : this.#waitingSince,
      last_in: this.#lastIn,
      first_in: this.#firstIn,
      timer: timerIn(chat, now),
    };
  }

  #noteIn(at: Date, network_id: string, name: string | null): void {
    if (at >= this.#window.missedFrom) return;
    if (!this.#lastIn || at > this.#lastIn.at) {
      this.#lastIn = { at, network_id };
      this.#name = name ?? this.#name;
    }
    if (!this.#firstIn || at < this.#firstIn) this.#firstIn = at;
  }
}

/** Returns a chat's pair of ids, or null if there is none. */
export function pairIn({ id, pnJid, lidJid }: HistoryChat): { phone: string; privateUser: string } | null {
  const parties = [id, pnJid, lidJid].map((one) => takenParty(foreign(one))?.party);
  const phone = parties.find((party) => party?.kind === "phone");
  const hidden = parties.find((party) => party?.kind === "private");
  return phone && hidden ? { phone: phone.phone, privateUser: hidden.user } : null;
}

/** Returns the token for a chat's person, or null if there is none. */
export function tokenIn(chat: HistoryChat, pair: ReturnType<typeof pairIn>): PrivacyToken | null {
  const { tcToken, tcTokenTimestamp: seconds, tcTokenSenderTimestamp: sender } = chat;
  const id = pair ? privateChat(pair.privateUser) : takenAddress(foreign(chat.id));
  if (id === null || !tcToken?.length || tcToken.length > LARGEST_TOKEN_BYTES || !seconds) return null;
  return { id: withoutDevice(id), token: tcToken, seconds, senderSeconds: sender ?? null };
}

/** Returns the key of the person at an address, or null if the address is not a person's, or is our own. */
export async function personAt(id: string | undefined, people: People): Promise<string | null> {
  const party = takenParty(foreign(id))?.party ?? null;
  if (!party || isOwn(party, people)) return null;
  return (await findPerson(party, null, people))?.name ?? null;
}

const timeOf = (seconds: number | undefined, now: Date) => takenTime((seconds ?? 0) * 1000, now)?.getTime() ?? null;

/**
 * Returns the chat's disappearing-message timer, or null if the phone's history does not contain it. A timer without a
 * time counts as older than any timer reported after the link.
 */
function timerIn(chat: HistoryChat, now: Date): { sec: number; ms: number } | null {
  const sec = takenCount(foreign(chat.ephemeralExpiration), LONGEST_TIMER_SEC);
  return sec === null ? null : { sec, ms: timeOf(chat.ephemeralSettingTimestamp, now) ?? 0 };
}

/**
 * Returns the time at which a mute ends, or null if it has expired. If the number is too large to be a time, the mute
 * never ends.
 */
function muteEnd(given: number, now: Date): number | null {
  const ms = given < SECONDS_END ? given * 1000 : given;
  if (takenEnd(ms) === null) return ms > now.getTime() ? MUTED_FOR_EVER : null;
  return ms > now.getTime() ? ms : null;
}
