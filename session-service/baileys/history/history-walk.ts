import { proto } from "@whiskeysockets/baileys";
import { glanceAtMessage, messageIn } from "./glance-at-message.ts";
import { HistoryDamaged } from "./history-damaged.ts";
import type { HistoryChat, HistoryPiece } from "./history-piece.ts";
import { noteChatField } from "./note-chat-field.ts";
import { bodyOf, fieldAt, fieldsOf, type WireField } from "./wire-field.ts";

/** Field numbers of the protocol's `HistorySync`, and of its `Pushname` and `PhoneNumberToLIDMapping`. */
const ROOT = { chats: 2, names: 7, pairs: 15 } as const;
const [FIRST, SECOND] = [1, 2];
/** Field number in the protocol's `Conversation`. */
const MESSAGES = 2;
/**
 * Phones never write messages larger than this, so anything larger is skipped. Other fields above their limit contain
 * nothing we need.
 */
const LARGEST_MESSAGE_BYTES = 1_000_000;
const LARGEST_FIELD_BYTES = 8_192;

/**
 * Parses a history part's bytes as they arrive, however they are chunked, with at most one message in memory. The
 * library would decode the whole part in a single call, which blocks the process and loads the whole part into memory.
 */
export class HistoryWalk {
  /** How many entries were skipped because they were unreadable, too large, or not messages. */
  passedOver = 0;
  readonly #keptFromSec: number;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** The number of bytes to skip before parsing continues. */
  #skip = 0;
  /** The chat being parsed, or null between chats, and how many of its bytes are left. */
  #chat: HistoryChat | null = null;
  #chatLeft = 0;

  /** @param keptFrom messages written before this are only glanced at. */
  constructor(keptFrom: Date) {
    this.#keptFromSec = Math.floor(keptFrom.getTime() / 1000);
  }

  /** Parses the next bytes. @returns the pieces that they complete. @throws HistoryDamaged */
  *feed(chunk: Uint8Array): Generator<HistoryPiece> {
    this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at), chunk]);
    this.#at = 0;
    for (;;) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, this.#bytes.length - this.#at);
        this.#skip -= passed;
        this.#goOn(passed);
        if (this.#skip > 0) return;
      }
      if (this.#chat && this.#chatLeft === 0) {
        yield { what: "chat", chat: this.#chat };
        this.#chat = null;
      }
      const field = this.#nextField();
      if (!field) return;
      yield* this.#take(field);
    }
  }

  /** Ends the walk after the last bytes. @throws HistoryDamaged if something is missing. */
  end(): void {
    if (this.#chat || this.#skip > 0 || this.#at < this.#bytes.length) throw new HistoryDamaged("it is truncated");
  }

  /** Returns the next field, with its body if needed, or null if the field hasn't arrived completely. */
  #nextField(): WireField | null {
    const field = fieldAt(this.#bytes, this.#at, this.#bytes.length);
    if (!field) return null;
    const size = field.at - this.#at + field.length;
    if (this.#chat && size > this.#chatLeft) throw new HistoryDamaged("a field is longer than its chat");
    const opensChat = !this.#chat && field.number === ROOT.chats && !field.isNumber;
    if (opensChat || field.length > this.#largestOf(field)) return field;
    return field.at + field.length > this.#bytes.length ? null : field;
  }

  *#take(field: WireField): Generator<HistoryPiece> {
    const head = field.at - this.#at;
    if (!this.#chat && field.number === ROOT.chats && !field.isNumber) {
      this.#goOn(head);
      this.#chat = {};
      this.#chatLeft = field.length;
      return;
    }
    if (field.length > this.#largestOf(field)) {
      if (this.#chat && field.number === MESSAGES) this.passedOver++;
      this.#goOn(head);
      this.#skip = field.length;
      return;
    }
    const body = bodyOf(this.#bytes, field);
    this.#goOn(head + field.length);
    if (!this.#chat) yield* smallPieces(field, body);
    else if (field.number !== MESSAGES) noteChatField(this.#chat, field, body);
    else if (!field.isNumber) yield* this.#messageIn(body);
  }

  /**
   * Yields the message in an entry: decoded if it is recent enough to be stored, otherwise only glanced at. Skips an
   * unreadable message.
   */
  *#messageIn(entry: Uint8Array): Generator<HistoryPiece> {
    try {
      const info = messageIn(entry);
      if (!info) return;
      const message = glanceAtMessage(info);
      if (message.seconds < this.#keptFromSec) yield { what: "glance", message };
      else yield { what: "message", message: proto.WebMessageInfo.decode(info), bytes: info.length };
    } catch {
      this.passedOver++;
    }
  }

  #largestOf({ number }: WireField): number {
    return this.#chat && number === MESSAGES ? LARGEST_MESSAGE_BYTES : LARGEST_FIELD_BYTES;
  }

  #goOn(bytes: number): void {
    this.#at += bytes;
    if (this.#chat) this.#chatLeft -= bytes;
  }
}

/** Yields a person's name or a pair of ids, ignoring all other fields. */
function* smallPieces({ number, isNumber }: WireField, body: Uint8Array): Generator<HistoryPiece> {
  if (isNumber || (number !== ROOT.names && number !== ROOT.pairs)) return;
  const texts: { [at: number]: string } = {};
  for (const field of fieldsOf(body)) {
    if (!field.isNumber) texts[field.number] = Buffer.from(bodyOf(body, field)).toString();
  }
  const [first, second] = [texts[FIRST], texts[SECOND]];
  if (number === ROOT.names) {
    yield {
      what: "name",
      ...(first !== undefined && { id: first }),
      ...(second !== undefined && { pushname: second }),
    };
  } else {
    yield {
      what: "pair",
      ...(first !== undefined && { pnJid: first }),
      ...(second !== undefined && { lidJid: second }),
    };
  }
}
