import { phoneChat } from "../../core/domain/messages/chat-id.ts";
import {
  readLabelChanges,
  recordChatRefused,
  recordChatTaken,
  recordMirrored,
  recordPhoneId,
  recordRefused,
  recordTaken,
} from "../../core/operations/labels/record-offered.ts";
import { chatLabelsOf, chatRecordKey } from "../../core/records/chats/chat-labels.ts";
import { isLive, type LabelRecord, readAllLabels } from "../../core/records/chats/label.ts";
import type { LabelChangeRecord } from "../../core/records/chats/label-change.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { readPerson } from "../../core/records/person.ts";
import type { AuthStore } from "../baileys/keys/auth-store.ts";
import type { SettingMutation } from "../baileys/settings/setting-mutation.ts";
import type { SettingsSide } from "../baileys/settings/settings-side.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";
import type { SessionDeps } from "../session-deps.ts";

/** The parts of a connection that labels use. */
export interface LabelsConnection {
  network(): SettingsSide;
  store: AuthStore;
  /** Aborted when the connection has ended. */
  over: AbortSignal;
}

/** The platforms of business phones, the only ones with labels. */
const BUSINESS = new Set(["smba", "smbi"]);
/**
 * The delays between attempts until the network has accepted everything. The last delay repeats. We chose these values
 * ourselves: docs/decisions/0077.
 */
const PAUSES_MS = [10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000];

/**
 * Sends labels changed on our side to the phone, in the order of the changes, while the phone is connected. Changes
 * that the network does not accept are sent again after increasing delays, without holding up the other changes.
 * docs/decisions/0077.
 */
export class LabelOffers {
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  #connection: LabelsConnection | null = null;
  #isRunning = false;
  #again = false;
  #pause = new AbortController();

  constructor(deps: SessionDeps, owner: Owner) {
    this.#deps = deps;
    this.#owner = owner;
  }

  /**
   * Once the new connection has delivered the phone's own changes, offers the phone the changes made on our side while
   * there was no connection.
   */
  begin(connection: LabelsConnection): void {
    this.#connection = connection;
    this.look();
  }

  /** Handles a change: starts sending changes, or makes sure that the current attempt is repeated. */
  look(): void {
    this.#again = true;
    this.#pause.abort();
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run().finally(() => {
      this.#isRunning = false;
    });
  }

  async #run(): Promise<void> {
    let failed = 0;
    while (this.#again) {
      this.#again = false;
      const connection = this.#connection;
      if (!connection || connection.over.aborted) return;
      try {
        failed = (await this.#offerAll(connection)) ? 0 : failed + 1;
      } catch (error) {
        if (error instanceof FenceLost || connection.over.aborted) return;
        const about = { instance_id: this.#owner.instance_id, error: String(error) };
        this.#deps.log.info(about, "some labels were not accepted and will be offered again");
        failed++;
      }
      if (failed > 0) await this.#rest(connection, PAUSES_MS[Math.min(failed, PAUSES_MS.length) - 1] ?? 0);
    }
  }

  async #rest({ over }: LabelsConnection, ms: number): Promise<void> {
    this.#pause = new AbortController();
    const until = new Date(this.#deps.clock.now().getTime() + ms);
    await this.#deps.clock.until(until, AbortSignal.any([over, this.#pause.signal]));
    this.#again = true;
  }

  /** @returns whether all changes were accepted. */
  async #offerAll(connection: LabelsConnection): Promise<boolean> {
    const { table } = this.#deps;
    const isBusiness = BUSINESS.has(connection.store.creds.platform ?? "");
    await recordMirrored(table, this.#owner, isBusiness);
    if (!isBusiness) return true;
    // Waits for any running read of the phone's own changes, which take precedence.
    await connection.network().changeSettings([]);
    let isTaken = true;
    const labels = await readAllLabels(table, this.#owner.instance_id);
    const waiting = labels.filter(({ synced, given_up }) => !synced && given_up !== true);
    for (const label of waiting.toSorted((a, b) => a.changed_ms - b.changed_ms)) {
      isTaken = (await this.#offerLabel(connection, label)) && isTaken;
    }
    const known = await readAllLabels(table, this.#owner.instance_id);
    for (const change of await readLabelChanges(table, this.#owner)) {
      isTaken = (await this.#offerChat(connection, change, known)) && isTaken;
    }
    return isTaken;
  }

  async #offerLabel(connection: LabelsConnection, label: LabelRecord): Promise<boolean> {
    const { table } = this.#deps;
    const isDeleted = !isLive(label);
    if (isDeleted && label.phone_id === undefined) return true; // the phone never had it
    const phoneId = label.phone_id ?? (await recordPhoneId(table, this.#owner, label.id));
    if (phoneId === null) return false;
    const { name, color } = label;
    return this.#offer(connection, [{ kind: "label", label: phoneId, name, color, deleted: isDeleted }], {
      taken: () => recordTaken(table, this.#owner, label),
      refused: (now) => recordRefused(table, this.#owner, label, now),
    });
  }

  async #offerChat(connection: LabelsConnection, change: LabelChangeRecord, known: LabelRecord[]): Promise<boolean> {
    const { table } = this.#deps;
    // One of the chat's labels is new and not yet on the phone, so offer this change next time.
    if (known.some((label) => change.labels.includes(label.id) && isToCome(label))) return false;
    return this.#offer(connection, await this.#mutationsOf(change, known), {
      taken: () => recordChatTaken(table, this.#owner, change),
      refused: (now) => recordChatRefused(table, this.#owner, change, now),
    });
  }

  /**
   * Returns the current state of a chat's changed labels as settings mutations, leaving out deleted labels and labels
   * that the phone doesn't have.
   */
  async #mutationsOf({ chat, labels }: LabelChangeRecord, known: LabelRecord[]): Promise<SettingMutation[]> {
    const { table } = this.#deps;
    const { instance_id } = this.#owner;
    const key =
      chat.includes("@g.us") || chat.includes("@newsletter")
        ? chat
        : (await readPerson(table, instance_id, chat)).person;
    const record = chatLabelsOf(await table.get(chatRecordKey(instance_id, key)));
    const address = record?.phone_chat_id ?? (typeof record?.chat_id === "string" ? record.chat_id : addressOf(key));
    return labels.flatMap((id): SettingMutation[] => {
      const label = known.find((one) => one.id === id);
      if (!label?.phone_id || !isLive(label)) return [];
      const labeled = record?.labels?.includes(id) === true;
      return [{ kind: "label_chat", label: label.phone_id, chat: address, labeled }];
    });
  }

  async #offer(
    connection: LabelsConnection,
    mutations: SettingMutation[],
    notes: { taken: () => Promise<void>; refused: (now: Date) => Promise<boolean> },
  ): Promise<boolean> {
    try {
      if (connection.over.aborted) throw new Error("The connection was closed.");
      if (mutations.length > 0) await connection.network().changeSettings(mutations);
    } catch (error) {
      if (!(error instanceof NetworkRefusal)) throw error;
      const isGivenUp = await notes.refused(this.#deps.clock.now());
      const about = { instance_id: this.#owner.instance_id, error: String(error) };
      if (isGivenUp) this.#deps.log.warn(about, "a label was refused for a day and is no longer offered");
      return isGivenUp;
    }
    await notes.taken();
    return true;
  }
}

const isToCome = (label: LabelRecord) => isLive(label) && label.phone_id === undefined && label.given_up !== true;

const addressOf = (key: string) => (/^\d+$/.test(key) ? phoneChat(key) : key);
