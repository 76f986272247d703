import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import { phoneChat } from "../../core/domain/messages/chat-id.ts";
import { readNames, savedName } from "../../core/operations/contacts/read-contact.ts";
import { setContactSynced } from "../../core/operations/contacts/set-contact-synced.ts";
import { type ContactSyncRecord, contactSyncs } from "../../core/records/chats/contact-sync.ts";
import { FenceLost, transactFenced } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import { type Condition, type Key, TransactionRefused } from "../../core/store/table.ts";
import type { SettingMutation } from "../baileys/settings/setting-mutation.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";
import type { SessionDeps } from "../session-deps.ts";

/** The parts of a connection needed to copy names to the phone. */
export interface ContactsConnection {
  network(): { changeSettings(mutations: SettingMutation[]): Promise<void> };
  /** Aborted when the connection has ended. */
  over: AbortSignal;
}

const sameChange = (sinceMs: number): Condition => [{ field: "since_ms", op: "=", value: sinceMs }];
const PAGE = 25;
/**
 * The delays before retrying a name that couldn't be copied to the phone. The last delay is repeated until a day has
 * passed.
 */
const AGAIN_MS: readonly number[] = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];

/**
 * Copies names saved on our side to the phone's address book, one at a time, after the phone's own changes. A name that
 * the network refuses, or that can't be copied for a day, remains only on our side.
 */
export class ContactsMirror {
  readonly #deps: Pick<SessionDeps, "table" | "clock" | "log">;
  readonly #owner: Owner;
  /** The connection being served. */
  #connection: ContactsConnection | null = null;
  /** Whether names may have been added since the last check. */
  #isAsked = false;

  constructor(deps: Pick<SessionDeps, "table" | "clock" | "log">, owner: Owner) {
    this.#deps = deps;
    this.#owner = owner;
  }

  /** Copies the waiting names to the phone until none are left or the connection ends. Never rejects. */
  async run(connection: ContactsConnection): Promise<void> {
    this.#isAsked = true;
    if (this.#connection === connection) return;
    this.#connection = connection;
    for (let failures = 0; this.#isAsked && !connection.over.aborted && this.#connection === connection; ) {
      this.#isAsked = false;
      try {
        await this.#giveAll(connection);
        failures = 0;
      } catch (error) {
        if (error instanceof FenceLost || connection.over.aborted) break;
        const fields = { instance_id: this.#owner.instance_id, error: String(error) };
        this.#deps.log.warn(fields, "saved names are waiting for the phone and will be offered again");
        const pauseMs = AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)] ?? HOUR_MS;
        await this.#deps.clock.until(new Date(this.#deps.clock.now().getTime() + pauseMs), connection.over);
        this.#isAsked = true;
      }
    }
    if (this.#connection === connection) this.#connection = null;
  }

  /** @throws any error that prevents a name from being copied to the phone for now. */
  async #giveAll(connection: ContactsConnection): Promise<void> {
    const { pk } = keys.contactSync(this.#owner.instance_id, "");
    for (let after: string | undefined; ; ) {
      const range = { pk, limit: PAGE, ...(after !== undefined && { after }) };
      const { items, more } = await this.#deps.table.query(range);
      for (const row of items.map(contactSyncs.of)) await this.#give(connection, row);
      after = items.at(-1)?.sk;
      if (!more || after === undefined) return;
    }
  }

  async #give(connection: ContactsConnection, row: ContactSyncRecord & Key): Promise<void> {
    connection.over.throwIfAborted();
    const { sk: person } = row;
    const name = savedName(await readNames(this.#deps.table, this.#owner.instance_id, person));
    try {
      await connection.network().changeSettings([{ kind: "contact", contact: phoneChat(person), name }]);
    } catch (error) {
      if (!(error instanceof NetworkRefusal) && !(await this.#isTooLong(row))) throw error;
      const fields = { instance_id: this.#owner.instance_id, error: String(error) };
      this.#deps.log.warn(fields, "a saved name is not passed on to the phone, but remains stored");
    }
    await setContactSynced(this.#deps, this.#owner, person, row);
  }

  /** Whether copying a name has been failing for a day. Records when it first failed. */
  async #isTooLong({ pk, sk, since_ms, failed_ms }: ContactSyncRecord & Key): Promise<boolean> {
    const now = this.#deps.clock.now().getTime();
    if (failed_ms !== undefined) return now - failed_ms >= DAY_MS;
    const failed = { update: { pk, sk }, set: { failed_ms: now }, if: sameChange(since_ms) };
    await transactFenced(this.#deps.table, this.#owner.instance_id, this.#owner.fence, [failed]).catch(
      (error: unknown) => {
        if (!(error instanceof TransactionRefused)) throw error; // changed once more
      },
    );
    return false;
  }
}
