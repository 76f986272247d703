import type { Owner } from "../../../core/records/owner.ts";
import { keys } from "../../../core/store/keys.ts";
import { type AuthStore, openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import type { ChatSetting } from "../../../session-service/baileys/settings/chat-setting.ts";
import type { SettingNews } from "../../../session-service/baileys/settings/settings-in.ts";
import { sessionCaches } from "../../../session-service/baileys/shared/ttl-cache.ts";
import type { Connection, ConnectionEvents } from "../../../session-service/baileys/socket/connection.ts";
import { connect } from "../../../session-service/baileys/socket/socket.ts";
import { PINNED_VERSION } from "../../../session-service/connection/network-address.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { eventually } from "../../support/eventually.ts";
import type { SessionWorld } from "./session-world.ts";

/**
 * A connection without the rest of the session. It records what it is told about the phone's settings, and can change
 * those settings.
 */
export class SettingsLine {
  readonly told: SettingNews[] = [];
  /** Callbacks that write the versions of the settings. Any that haven't been called are lost if the process dies. */
  readonly held: (() => Promise<void>)[] = [];
  state: "opening" | "drained" | "closed" = "opening";
  /** Runs once, between the check of a collection and the patch based on it. */
  meanwhile: (() => Promise<unknown>) | null = null;
  #code: string | null = null;
  #network: Connection;
  readonly store: AuthStore;
  readonly #deps: SessionDeps;
  readonly #owner: Owner;

  private constructor(deps: SessionDeps, owner: Owner, open: (line: SettingsLine) => AuthStore) {
    this.#deps = deps;
    this.#owner = owner;
    this.store = open(this);
    this.#network = this.#connect();
  }

  /** Opens an instance's line. If the instance has been linked before, the line connects with its stored state. */
  static async open(world: SessionWorld, instance = "inst_line"): Promise<SettingsLine> {
    const deps = world.deps();
    await world.table.write({ update: keys.receiving(instance), set: { fence: 1 } });
    const owner = { instance_id: instance, account_id: "acc_1", fence: 1 };
    const held: (() => Promise<void>)[] = [];
    const store = await openAuthStore(
      deps,
      owner,
      () => {},
      undefined,
      (write) => held.push(write),
    );
    const line = new SettingsLine(deps, owner, (own) => {
      const { get } = store.keys;
      // The library loads its keys right before it creates a patch.
      store.keys.get = async (category, ids) => {
        const { meanwhile } = own;
        if (category === "app-state-sync-key" && meanwhile) {
          own.meanwhile = null;
          await meanwhile();
        }
        return get(category, ids);
      };
      return store;
    });
    line.#takeHeld(held);
    return line;
  }

  get network(): Connection {
    return this.#network;
  }

  /** Links to a phone and waits until the current settings have been loaded. */
  async link(world: SessionWorld, phone: string): Promise<this> {
    await world.stage.sandbox.scan(phone, await this.code());
    await this.restarted();
    await eventually("the first sync", () => this.store.creds.accountSyncCounter > 0);
    return this;
  }

  /** Returns a code to scan. */
  code(): Promise<string> {
    return eventually("a code", () => this.#code);
  }

  /** Logs in after a code was scanned. */
  async restarted(): Promise<void> {
    await eventually("the restart after the link", () => this.state === "closed");
    await this.again();
  }

  /** Opens another connection with the same keys. */
  async again(): Promise<void> {
    this.#network = this.#connect();
    await this.drained();
  }

  async drained(): Promise<void> {
    await eventually("what waited at the network", () => this.state === "drained");
  }

  end(): Promise<void> {
    return this.#network.end();
  }

  /** Writes the versions of the loaded settings, as if their changes had been stored. */
  async keepVersions(): Promise<void> {
    for (const write of this.held.splice(0)) await write();
  }

  /** Returns the reported chat settings, in order. */
  chats(): ChatSetting[] {
    return this.told.flatMap((news) => (news.kind === "chat_setting" ? [news.value] : []));
  }

  #takeHeld(held: (() => Promise<void>)[]): void {
    held.push = (...writes) => this.held.push(...writes);
  }

  #connect(): Connection {
    this.state = "opening";
    const caches = sessionCaches(this.#deps.monotonicMs);
    const parts = { store: this.store, caches, version: PINNED_VERSION };
    return connect(this.#deps, this.#owner, parts, this.#events());
  }

  #events(): ConnectionEvents {
    const nothing = () => {};
    const stored = async () => {};
    return {
      code: (value) => {
        this.#code = value;
      },
      passkey: nothing,
      linked: nothing,
      open: nothing,
      drained: () => {
        this.state = "drained";
      },
      closed: () => {
        this.state = "closed";
      },
      messages: nothing,
      receipts: stored,
      statusViews: stored,
      ownRead: stored,
      call: stored,
      groupChange: stored,
      groupsDirty: nothing,
      pair: nothing,
      blocks: nothing,
      setting: async (news) => void this.told.push(news),
      acknowledged: nothing,
      timeLock: nothing,
      quota: nothing,
      frame: nothing,
    };
  }
}
