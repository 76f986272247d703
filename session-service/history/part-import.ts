import type { HistoryWindow } from "../../core/domain/chats/history-window.ts";
import { privateChat } from "../../core/domain/messages/chat-id.ts";
import { importedId } from "../../core/domain/messages/imported-id.ts";
import { CHATS_AT_ONCE, type ChatToImport, importChats } from "../../core/operations/receiving/import-chats.ts";
import {
  IMPORTED_AT_ONCE,
  type ImportedMessage,
  importMessages,
} from "../../core/operations/receiving/import-messages.ts";
import { importNames, type ShownName } from "../../core/operations/receiving/import-names.ts";
import { mergePairs } from "../../core/operations/receiving/merge-pairs.ts";
import { isStored } from "../../core/records/network-message.ts";
import type { HistoryChat, HistoryPiece } from "../baileys/history/history-piece.ts";
import { type KnownPair, keepPairs } from "../baileys/history/keep-pairs.ts";
import { keepTokens, listTokens, type PrivacyToken } from "../baileys/history/keep-tokens.ts";
import { oldMessage, oldStatus } from "../baileys/history/old-message.ts";
import { foreign } from "../baileys/inbound/bounds/foreign.ts";
import { takeStanza } from "../baileys/inbound/bounds/stanza.ts";
import { takenName } from "../baileys/inbound/bounds/texts.ts";
import { type People, peopleOf } from "../baileys/inbound/people.ts";
import { readMessage } from "../baileys/inbound/read-message.ts";
import { AuthStoreClosed } from "../baileys/keys/write-queue.ts";
import type { WAMessage } from "../baileys/shared/raw.ts";
import type { InboxContext } from "../inbox/inbox-context.ts";
import { receivedJob } from "../inbox/received-jobs.ts";
import { OldChat, pairIn, personAt, tokenIn } from "./old-chat.ts";

/**
 * The maximum total size of a chat's messages that are waiting for the ids of the people in the chat. The number of
 * such messages is also limited.
 */
const HELD_BYTES = 1_000_000;
const SMALL_AT_ONCE = 100;
/** The pause between two rounds of writes, during which live messages can be written. */
const PAUSE_MS = 50;

/** How to import one history part: completely, or only the missed messages from after the link. */
export interface PartPlan {
  window: HistoryWindow;
  missedOnly: boolean;
  signal: AbortSignal;
}

/** Imports the pieces of one history part, in rounds of writes with pauses in between. */
export class PartImport {
  /**
   * The number of messages written after the link that haven't been received. They are left for a later import with
   * `missedOnly`.
   */
  missed = 0;
  readonly #context: InboxContext;
  readonly #plan: PartPlan;
  readonly #people: People;
  readonly #now: Date;
  #chat: OldChat;
  #held: WAMessage[] = [];
  #heldBytes = 0;
  /** The current chat's pair of IDs, not yet stored. */
  #pair: KnownPair | null = null;
  /** Whether some of the current chat's messages were stored before its end was reached. */
  #isBegun = false;
  #messages: ImportedMessage[] = [];
  #chats: ChatToImport[] = [];
  #pairs: KnownPair[] = [];
  #tokens: PrivacyToken[] = [];
  #names: ShownName[] = [];
  readonly #tokenIds = new Set<string>();

  constructor(context: InboxContext, plan: PartPlan) {
    this.#context = context;
    this.#plan = plan;
    this.#now = context.deps.clock.now();
    this.#chat = new OldChat(plan.window, this.#now);
    const stored = peopleOf(context.store);
    this.#people = {
      ...stored,
      phoneOf: async (user) => (this.#pair?.privateUser === user ? this.#pair.phone : stored.phoneOf(user)),
      privateOf: async (phone) => (this.#pair?.phone === phone ? this.#pair.privateUser : stored.privateOf(phone)),
    };
  }

  /** Imports the next piece. @throws FenceLost, AuthStoreClosed if the link has ended, or the table's error. */
  async take(piece: HistoryPiece): Promise<void> {
    this.#plan.signal.throwIfAborted();
    if (this.#context.store.isClosed()) throw new AuthStoreClosed();
    switch (piece.what) {
      case "message":
        return this.#takeMessage(piece);
      case "glance":
        return this.#chat.glance(piece.message);
      case "chat":
        return this.#takeChat(piece.chat);
      case "pair": {
        const pair = pairIn(piece);
        if (!pair || this.#plan.missedOnly) return;
        this.#pairs.push(pair);
        if (this.#pairs.length >= SMALL_AT_ONCE) await this.#flushPairs();
        return;
      }
      case "name": {
        const [person, name] = [await personAt(piece.id, this.#people), takenName(foreign(piece.pushname))];
        if (person === null || name === null || this.#plan.missedOnly) return;
        this.#names.push({ person, name });
        if (this.#names.length >= SMALL_AT_ONCE) await this.#flushNames();
      }
    }
  }

  /** Writes the remaining data. @throws the same errors as `take`. */
  async end(): Promise<void> {
    await this.#flushChats();
    await this.#flushPairs();
    await this.#flushNames();
    await this.#flushTokens();
    await listTokens(this.#context.store.keys, this.#tokenIds);
  }

  async #takeMessage({ message, bytes }: Extract<HistoryPiece, { what: "message" }>): Promise<void> {
    const old = oldMessage(message, this.#context.store);
    if (!old) return;
    this.#held.push(old);
    this.#heldBytes += bytes;
    if (this.#held.length < IMPORTED_AT_ONCE && this.#heldBytes < HELD_BYTES) return;
    this.#isBegun = true;
    await this.#readHeld();
  }

  async #takeChat(chat: HistoryChat): Promise<void> {
    const pair = pairIn(chat);
    this.#pair = pair;
    await this.#readHeld();
    const whole = await this.#chat.whole(chat, this.#people);
    if (whole && !this.#plan.missedOnly) {
      // Data stored before the phone number was known is under the private id, so merge the person under the private id
      // with the person under the phone number.
      if (this.#isBegun && pair && whole.kind === "person") this.#chats.push(hiddenSideOf(whole, pair));
      if (this.#isBegun) await this.#flushChats();
      this.#chats.push(whole);
      if (pair) this.#pairs.push(pair);
      const token = whole.kind === "person" ? tokenIn(chat, pair) : null;
      if (token) this.#tokens.push(token);
    }
    this.#pair = null;
    this.#isBegun = false;
    this.#chat = new OldChat(this.#plan.window, this.#now);
    if (this.#chats.length >= CHATS_AT_ONCE) await this.#flushChats();
    if (this.#pairs.length >= SMALL_AT_ONCE) await this.#flushPairs();
    if (this.#tokens.length >= SMALL_AT_ONCE) await this.#flushTokens();
  }

  async #readHeld(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    const young: WAMessage[] = [];
    for (const message of held) {
      const stanza = takeStanza(message, this.#now);
      const reading = stanza && (await readMessage(stanza, this.#people));
      if (!stanza || reading?.kind !== "message") continue;
      const { incoming } = reading;
      if (stanza.at >= this.#plan.window.missedFrom) {
        this.#chat.young(incoming.from_me);
        if (!(await this.#isStored(incoming))) young.push(message);
        continue;
      }
      const named = [stanza.key.chat.id, String(stanza.key.fromMe), stanza.key.writer?.id ?? "", incoming.network_id];
      const id = importedId(this.#context.owner.instance_id, named, incoming.written_at);
      const imported = { ...incoming, id, status: oldStatus(message) };
      this.#chat.keep(imported);
      this.#messages.push(imported);
      if (this.#messages.length >= IMPORTED_AT_ONCE) await this.#flushMessages();
    }
    if (this.#plan.missedOnly) return this.#receive(young);
    this.missed += young.length;
  }

  async #flushMessages(): Promise<void> {
    if (this.#messages.length === 0) return;
    const messages = this.#messages;
    this.#messages = [];
    await importMessages(this.#context.deps, this.#context.owner, messages);
    await this.#pause();
  }

  /** Stores messages written after the link like any other received messages, oldest first. */
  async #receive(young: WAMessage[]): Promise<void> {
    for (const message of young.toReversed()) {
      await this.#context.inbox.add(receivedJob(this.#context, "message", message));
    }
  }

  #isStored({
    network_id,
    from_me,
    person,
  }: {
    network_id: string;
    from_me: boolean;
    person: string;
  }): Promise<boolean> {
    const { deps, owner } = this.#context;
    return isStored(deps, { instance_id: owner.instance_id, network_id, author: from_me ? "out" : person });
  }

  /** Writes the chats. Their messages are written first, because a chat's record refers to its last message. */
  async #flushChats(): Promise<void> {
    await this.#flushMessages();
    if (this.#chats.length === 0) return;
    const chats = this.#chats;
    this.#chats = [];
    await importChats(this.#context.deps, this.#context.owner, chats);
    await this.#pause();
  }

  async #flushPairs(): Promise<void> {
    if (this.#pairs.length === 0) return;
    const pairs = this.#pairs;
    this.#pairs = [];
    await keepPairs(this.#context.store.keys, pairs);
    const ids = pairs.map(({ phone, privateUser }) => ({ phone, private_id: privateChat(privateUser) }));
    await mergePairs(this.#context.deps, this.#context.owner, ids);
    await this.#pause();
  }

  async #flushNames(): Promise<void> {
    if (this.#names.length === 0) return;
    const names = this.#names;
    this.#names = [];
    await importNames(this.#context.deps, this.#context.owner, names);
    await this.#pause();
  }

  async #flushTokens(): Promise<void> {
    const tokens = this.#tokens;
    this.#tokens = [];
    await keepTokens(this.#context.store.keys, tokens);
    // List all tokens, even those stored earlier, because a previous attempt may have died before listing them.
    for (const { id } of tokens) this.#tokenIds.add(id);
  }

  /** Waits between two rounds of writes. Resolves early if the import must stop. */
  #pause(): Promise<void> {
    const { clock } = this.#context.deps;
    return clock.until(new Date(clock.now().getTime() + PAUSE_MS), this.#plan.signal);
  }
}

function hiddenSideOf<C extends Extract<ChatToImport, { kind: "person" }>>(chat: C, { privateUser }: KnownPair): C {
  const hidden = privateChat(privateUser);
  return { ...chat, key: hidden, phone: null, private_id: null, chat_id: hidden };
}
