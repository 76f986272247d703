import { createHash } from "node:crypto";
import type {
  BinaryNode,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
  WAMessageKey,
} from "@whiskeysockets/baileys";
import { withoutDevice } from "./ids.ts";
import { Lru } from "./lru.ts";

/** A category that is never stored: it marks a commit in which a message was encrypted, and none decrypted. */
export const SENDING = "sending";

/** The attributes of a stanza that make the message again, each only so long: with more of it a row would not fit. */
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

/** What is kept of a received message until it is stored: enough to make the same message again. */
export interface JournalEntry {
  attrs: Record<string, string>;
  /** Decrypted contents, padded, in the stanza's order. */
  plaintexts: Uint8Array[];
  /** Order within one session; ISO time of the network's stanza would not order those of one second. */
  order: number;
}

/** Stanzas remembered until they are decrypted. */
const NOTED_STANZAS = 2_000;
/** A text is far smaller; what exceeds this is a history or a file the phone hands over, which the phone still has. */
const LARGEST_BYTES = 200_000;

/**
 * The network is told that a message was received before our own code hears of it, so a crash in between would lose it.
 * The journal puts the plaintext into the same commit as the ratchet step that revealed it; the row is deleted by the
 * transaction that stores the message.
 */
export class Journal {
  readonly #byCiphertext = new Lru<{ id: string; entry: JournalEntry }>(NOTED_STANZAS);
  #order: number;

  /** @param firstOrder larger than every order of earlier connections, e.g. the time in ms. */
  constructor(firstOrder: number) {
    this.#order = firstOrder;
  }

  /** Notes a stanza that is about to be decrypted. */
  note({ attrs, content }: BinaryNode): void {
    // What our own phone hands over (history, keys) is not a message of anybody.
    if (attrs.category === "peer" || !Array.isArray(content)) return;
    const entry: JournalEntry = { attrs: keptOf(attrs), plaintexts: [], order: this.#order++ };
    const noted = { id: stanzaId(attrs), entry };
    for (const node of content) {
      if (node.tag === "enc" && node.content instanceof Uint8Array) this.#byCiphertext.set(hash(node.content), noted);
    }
  }

  /** The repository with decryptions that write their journal row in their own commit, and encryptions that mark theirs. */
  wrap(repository: SignalRepositoryWithLIDStore, keys: SignalKeyStoreWithTransaction): SignalRepositoryWithLIDStore {
    const recorded = (name: string, ciphertext: Uint8Array, decrypt: () => Promise<Uint8Array>) =>
      keys.transaction(async () => {
        const plaintext = await decrypt();
        const noted = this.#byCiphertext.get(hash(ciphertext));
        if (noted && plaintext.length <= LARGEST_BYTES) {
          this.#byCiphertext.delete(hash(ciphertext));
          noted.entry.plaintexts.push(plaintext);
          // Categories of our own pass through the library's transactions; its type does not know them.
          await keys.set({ journal: { [noted.id]: noted.entry } } as never);
        }
        return plaintext;
      }, name);
    return {
      ...repository,
      // What only sends moves sessions on in a way of its own: see `keyRows`.
      encryptMessage: (opts) =>
        keys.transaction(async () => {
          await keys.set({ [SENDING]: { [opts.jid]: true } } as never);
          return repository.encryptMessage(opts);
        }, opts.jid),
      decryptMessage: (opts) => recorded(opts.jid, opts.ciphertext, () => repository.decryptMessage(opts)),
      decryptGroupMessage: (opts) => recorded(opts.group, opts.msg, () => repository.decryptGroupMessage(opts)),
    };
  }
}

const keptOf = (attrs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    KEPT_ATTRIBUTES.flatMap((name) => {
      const value = attrs[name];
      return value === undefined ? [] : [[name, value.slice(0, LONGEST_ATTRIBUTE_CHARS)]];
    }),
  );

/** The journal id of a message as the library hands it out. */
export function journalId(key: WAMessageKey): string {
  return idOf(key.remoteJid ?? "", key.participant ?? "", key.id ?? "");
}

/** The journal id of a stanza: its chat, writer and id without devices, as the library will name them. */
function stanzaId(attrs: Record<string, string>): string {
  return idOf(attrs.recipient ?? attrs.from ?? "", attrs.participant ?? "", attrs.id ?? "");
}

const idOf = (chat: string, participant: string, id: string) =>
  hash(Buffer.from(`${withoutDevice(chat)}|${participant && withoutDevice(participant)}|${id}`)).slice(0, 32);

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
