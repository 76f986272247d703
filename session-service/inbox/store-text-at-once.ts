import { AsyncLocalStorage } from "node:async_hooks";
import { failureKind } from "../../core/failure-kind.ts";
import { receiveAtOnce } from "../../core/operations/receiving/receive-message.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Write } from "../../core/store/table.ts";
import { takeStanza } from "../baileys/inbound/bounds/stanza.ts";
import { peopleOf } from "../baileys/inbound/people.ts";
import { readMessage } from "../baileys/inbound/read-message.ts";
import { messageIn } from "../baileys/journal/journal-entry.ts";
import type { JournalEntry } from "../baileys/keys/journal-form.ts";
import type { InboxContext } from "./inbox-context.ts";

/** Runs work outside the library's key transaction, within which `storeTextAtOnce` is called. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Stores a text in the same commit as the keys that decrypted it. The message itself is written instead of a journal
 * entry, which saves a write. Only used for plain text that doesn't have to wait for anything before it; everything
 * else uses the journal and the inbox. docs/decisions/0115.
 * @param keyWrites key rows for that commit.
 * @returns false if nothing was written.
 * @throws FenceLost, and temporary errors, like any key commit.
 */
export function storeTextAtOnce(
  context: InboxContext,
  id: string,
  entry: JournalEntry,
  keyWrites: Write[],
): Promise<boolean> {
  const { inbox } = context;
  if (!inbox.isPassable || inbox.texts.isBehindOthers) return Promise.resolve(false);
  return outside(() => store(context, id, entry, keyWrites));
}

async function store(context: InboxContext, id: string, entry: JournalEntry, also: Write[]): Promise<boolean> {
  const { deps, owner, inbox } = context;
  const incoming = await textIn(context, entry).catch(() => null); // the journal keeps what can't be read
  if (!incoming) return false;
  const { accountSettings } = context.store.creds;
  const unarchives = accountSettings?.unarchiveChats === true;
  const arriving = { ...incoming, ...owner, unarchives, journal: null, also };
  const wake = await receiveAtOnce(deps, arriving).catch(leftToTheJournal);
  if (!wake) return false;
  inbox.texts.noteStored(id);
  context.store.journal.load.drop(id);
  void inbox.add({
    what: "a wake-up",
    mayBePassed: () => true,
    work: wake,
    quarantine: async ({ error }) => {
      const about = { instance_id: owner.instance_id, error: String(error) };
      deps.log.error(about, "no one was woken for a message; the sweep will handle it");
    },
  });
  return true;
}

/** If a text can never be stored as it is, leaves it in the journal, from which it is then quarantined. */
function leftToTheJournal(error: unknown): null {
  if (error instanceof FenceLost || failureKind(error) === "passing") throw error;
  return null;
}

/** Returns an entry's text, or null if the entry isn't a text message. */
async function textIn({ deps, store }: InboxContext, entry: JournalEntry) {
  const stanza = takeStanza(messageIn(entry, store), deps.clock.now());
  const reading = stanza && (await readMessage(stanza, peopleOf(store)));
  if (reading?.kind !== "message" || reading.file || reading.incoming.error_code) return null;
  return reading.incoming.type === "text" ? reading.incoming : null;
}
