import { createHash } from "node:crypto";
import {
  type BinaryNode,
  proto,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
} from "@whiskeysockets/baileys";
import { isStoreFailure, type StanzaWatch } from "../fixes/leave-unstored.ts";
import { RetryRefused } from "../fixes/limit-retries.ts";
import { wasDecryptedBefore } from "../fixes/try-sessions-apart.ts";
import { isHistoryNotice } from "../history/history-part.ts";
import { type JournalEntry, SENDING, WHOLE } from "../keys/journal-form.ts";
import type { JournalLoad } from "../keys/journal-load.ts";
import { stanzaId } from "../shared/journal-id.ts";
import { Lru } from "../shared/lru.ts";
import { type Attributes, type Writers, writerOf } from "../shared/writers.ts";

/** The maximum size of a text that is stored directly. A longer plaintext always goes through the journal. */
const WHOLE_BYTES = 20_000;

/** The stanza attributes to store, each up to `LONGEST_ATTRIBUTE_CHARS`, so rows stay small enough. */
const KEPT_ATTRIBUTES = [
  "addressing_mode",
  "category",
  "from",
  "id",
  "notify",
  "participant",
  "participant_lid",
  "participant_pn",
  "peer_recipient_lid",
  "peer_recipient_pn",
  "recipient",
  "recipient_lid",
  "recipient_pn",
  "sender_lid",
  "sender_pn",
  "t",
];
const LONGEST_ATTRIBUTE_CHARS = 1_000;

/** The maximum number of stanzas to remember until they are decrypted. */
const NOTED_STANZAS = 2_000;
/**
 * The largest plaintext that is stored. Phones send far smaller ones, and every kilobyte of a row costs money. If a
 * plaintext is larger, only the fact that it was received is stored.
 */
const LARGEST_BYTES = 4_000_000;

/** The parts of a key store used by the journal; see AuthStore. */
interface JournalStore {
  readonly journal: { entry(id: string): Promise<JournalEntry | null>; readonly load: JournalLoad };
  readonly texts: { damaged(id: string, entry: JournalEntry): void };
  readonly writers: Writers;
}

/**
 * Stores received messages from the time they are decrypted until they reach the table. The network learns that a
 * message was received before our own code sees it, so a crash in between would lose the message. The journal puts the
 * plaintext into the same commit as the ratchet step that revealed it, and the transaction that stores the message
 * deletes the row.
 */
export class Journal {
  readonly #byCiphertext = new Lru<Noted>(NOTED_STANZAS);
  readonly #store: JournalStore;
  /**
   * Called with a sender's refused messages once a message from that sender can be decrypted again, so copies of the
   * refused messages can be requested.
   */
  onRecovery: (refused: Attributes[]) => void = () => {};
  /** Runs each read of a row while a stanza is handled. Set by the connection. */
  watch: StanzaWatch = async (request) => request();
  #order: number;

  /** @param firstOrder must be larger than any order used by earlier connections, for example the time in ms. */
  constructor(firstOrder: number, store: JournalStore) {
    this.#order = firstOrder;
    this.#store = store;
  }

  /** Remembers a stanza that is about to be decrypted. */
  note({ attrs, content }: BinaryNode): void {
    if (!Array.isArray(content)) return;
    const entry = { attrs: keptOf(attrs), plaintexts: [], places: [], order: this.#order++ };
    const id = stanzaId(attrs);
    let place = 0;
    const isWhole = isAlone(content) && attrs.category !== "peer";
    for (const node of content) {
      if (node.tag !== "enc" || !(node.content instanceof Uint8Array)) continue;
      this.#byCiphertext.set(hash(node.content), { id, entry, place: place++, isWhole });
    }
  }

  /**
   * Wraps the repository so that decryptions write their journal row in the same commit as their keys, and encryptions
   * mark their commits.
   */
  wrap(repository: SignalRepositoryWithLIDStore, keys: SignalKeyStoreWithTransaction): SignalRepositoryWithLIDStore {
    const recorded = async (
      name: string,
      ciphertext: Uint8Array,
      decrypt: () => Promise<Uint8Array>,
      begins = false,
    ) => {
      const noted = this.#byCiphertext.get(hash(ciphertext));
      this.#byCiphertext.delete(hash(ciphertext));
      if (noted) this.#refuseSpent(noted, begins);
      try {
        const plaintext = await this.#decryptOnce(keys, name, noted, decrypt);
        if (noted) this.#noteRecovery(noted);
        return plaintext;
      } catch (error) {
        if (error instanceof RetryRefused) throw error;
        if (noted) this.#noteFailure(noted, error);
        const again = noted && wasDecryptedBefore(error) ? await this.#again(noted) : null;
        if (again) return again;
        throw error;
      }
    };
    return {
      ...repository,
      // Commits that only encrypt can be written more cheaply: see `keyRows`.
      encryptMessage: (opts) =>
        keys.transaction(async () => {
          await keys.set({ [SENDING]: { [opts.jid]: true } } as never);
          return repository.encryptMessage(opts);
        }, opts.jid),
      decryptMessage: (opts) =>
        recorded(opts.jid, opts.ciphertext, () => repository.decryptMessage(opts), opts.type === "pkmsg"),
      decryptGroupMessage: (opts) => recorded(opts.group, opts.msg, () => repository.decryptGroupMessage(opts)),
    };
  }

  /**
   * Decrypts a message and writes its journal row in the same commit as the keys. @throws RetryRefused (which is
   * reported) if the plaintext is not a message.
   */
  async #decryptOnce(
    keys: SignalKeyStoreWithTransaction,
    name: string,
    noted: Noted | undefined,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const { texts, writers } = this.#store;
    let isDamaged = false;
    const plaintext = await keys.transaction(async () => {
      const clear = await decrypt();
      isDamaged = isPersons(noted) && !isMessage(clear);
      // Once a sender's budget for damaged messages is spent, further damaged messages get no row and are not reported.
      if (isDamaged && noted && writers.damaged.isSpent(writerOf(noted.entry.attrs))) return clear;
      if (noted) await this.#keep(keys, noted, clear, isDamaged);
      return clear;
    }, name);
    if (!isDamaged || !noted) return plaintext;
    if (noted.entry.places.length > 0) texts.damaged(noted.id, noted.entry);
    throw new RetryRefused();
  }

  /**
   * Adds the row to the current commit. Of everything that our own phone sends to this device, only history notices get
   * a row, because they are delivered only once.
   */
  async #keep(keys: SignalKeyStoreWithTransaction, noted: Noted, plaintext: Uint8Array, isDamaged: boolean) {
    const { id, entry, isWhole } = noted;
    if (!isPersons(noted) && !isHistoryNotice(plaintext)) return;
    const hasRoom = this.#store.journal.load.take(id, writerOf(entry.attrs), plaintext.length);
    if (hasRoom && plaintext.length <= LARGEST_BYTES) add(noted, plaintext);
    const row = { [id]: entry };
    const isText = isWhole && !isDamaged && hasRoom && plaintext.length <= WHOLE_BYTES;
    // The library's transactions also accept our own categories, but the declared type omits these.
    await keys.set({ journal: row, ...(isText && { [WHOLE]: row }) } as never);
  }

  /** @throws RetryRefused, without attempting decryption, if too many of the sender's messages have failed recently. */
  #refuseSpent({ id, entry }: Noted, begins: boolean): void {
    const { writers, texts } = this.#store;
    const writer = writerOf(entry.attrs);
    if (writers.mayTry(writer, begins)) return;
    writers.refuse(writer, entry.attrs);
    if (writers.reports.spend(writer)) texts.damaged(id, { ...entry, plaintexts: [], places: [] });
    throw new RetryRefused();
  }

  /** Counts a failed decryption against its sender, unless the keys could not be read or stored. */
  #noteFailure({ id, entry }: Noted, error: unknown): void {
    this.#store.journal.load.drop(id);
    if (!isStoreFailure(error)) this.#store.writers.noteFailed(entry.attrs);
  }

  #noteRecovery({ entry }: Noted): void {
    const refused = this.#store.writers.recovered(writerOf(entry.attrs));
    if (refused.length > 0) this.onRecovery(refused);
  }

  /**
   * Returns the plaintext of an already decrypted message that is being delivered again because its receipt was lost.
   * If the message was stored and its row removed from the journal, returns placeholder content that is only
   * acknowledged.
   * @returns null if the message was too large to store.
   */
  async #again(noted: Noted): Promise<Uint8Array | null> {
    const kept = await this.watch(() => this.#store.journal.entry(noted.id));
    if (!kept) return NOTHING;
    const plaintext = kept.plaintexts[kept.places ? kept.places.indexOf(noted.place) : noted.place];
    if (!plaintext) return null;
    // The plaintext is added again because another part of the stanza may be decrypted only now. Both are then written
    // together.
    add(noted, plaintext);
    return plaintext;
  }
}

/** One ciphertext in a stanza. */
interface Noted {
  /** The row's id. */
  id: string;
  entry: JournalEntry & { places: number[] };
  place: number;
  /** Whether this ciphertext is the stanza's whole message. */
  isWhole: boolean;
}

/**
 * Whether a stanza contains exactly one ciphertext and no business name. A text stored directly would lose the name.
 */
const isAlone = (content: BinaryNode[]): boolean =>
  content.filter(({ tag }) => tag === "enc").length === 1 && content.every(({ tag }) => tag !== "verified_name");

/** Whether a stanza is a person's message rather than one of the other stanzas that our own phone sends. */
const isPersons = (noted: Noted | undefined): boolean => noted !== undefined && noted.entry.attrs.category !== "peer";

/** Whether the library will also recognize these bytes as a message. */
function isMessage(plaintext: Uint8Array): boolean {
  try {
    proto.Message.decode(unpadRandomMax16(plaintext));
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces the content of a message that is already stored, so the message is only acknowledged. The replacement
 * contains a field that doesn't count as a person's message, because a message without fields would count as a message
 * of an unknown kind.
 */
const NOTHING = Buffer.concat([proto.Message.encode({ stickerSyncRmrMessage: {} }).finish(), new Uint8Array([1])]);

function add({ entry, place }: Noted, plaintext: Uint8Array): void {
  entry.plaintexts.push(plaintext);
  entry.places.push(place);
}

const keptOf = (attrs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    KEPT_ATTRIBUTES.flatMap((name) => {
      const value = attrs[name];
      return value === undefined ? [] : [[name, value.slice(0, LONGEST_ATTRIBUTE_CHARS)]];
    }),
  );

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
