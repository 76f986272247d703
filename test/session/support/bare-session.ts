import "../../../session-service/process/silence-console.ts";
import type { BinaryNode, WAMessage, WASocket } from "@whiskeysockets/baileys";
import type { Owner } from "../../../core/records/owner.ts";
import { keys } from "../../../core/store/keys.ts";
import { endSocket, flushEvents } from "../../../session-service/baileys/fixes/flush-before-end.ts";
import type { LockWatch } from "../../../session-service/baileys/fixes/one-lock.ts";
import { type AuthStore, openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { sessionCaches } from "../../../session-service/baileys/shared/ttl-cache.ts";
import { repairedSocket } from "../../../session-service/baileys/socket/repaired-socket.ts";
import { PINNED_VERSION } from "../../../session-service/connection/network-address.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { eventually } from "../../support/eventually.ts";
import type { SessionWorld } from "./session-world.ts";

/**
 * A repaired socket with our own key store but without the rest of the session, for testing how the library behaves.
 */
export class BareSession {
  readonly received: WAMessage[] = [];
  /** Nodes in which the other side requests that a message be resent. */
  readonly retriesAsked: BinaryNode[] = [];
  readonly sent: BinaryNode[] = [];
  readonly acknowledged: string[] = [];
  code: string | null = null;
  state: "opening" | "open" | "closed" = "opening";
  sock: WASocket;
  lock: LockWatch;
  readonly store: AuthStore;
  readonly #deps: SessionDeps;
  readonly #owner: Owner;

  private constructor(deps: SessionDeps, owner: Owner, store: AuthStore) {
    this.#deps = deps;
    this.#owner = owner;
    this.store = store;
    ({ sock: this.sock, lock: this.lock } = this.#socket());
  }

  /** Starts connecting. The session isn't linked yet. */
  static async open(world: SessionWorld, instance = "inst_bare"): Promise<BareSession> {
    const deps = world.deps();
    await world.table.write({ update: keys.receiving(instance), set: { fence: 1 } });
    const owner = { instance_id: instance, account_id: "acc_1", fence: 1 };
    return new BareSession(deps, owner, await openAuthStore(deps, owner, () => {}));
  }

  /** Links to one of the stage's phones and logs in. */
  async link(world: SessionWorld, phone: string): Promise<this> {
    await world.stage.sandbox.scan(phone, await eventually("a code", () => this.code));
    await eventually("the restart after the link", () => this.state === "closed");
    await this.connect();
    return this;
  }

  /** Opens a new socket with the same keys. */
  async connect(): Promise<void> {
    this.state = "opening";
    ({ sock: this.sock, lock: this.lock } = this.#socket());
    await eventually("an open connection", () => this.state === "open");
  }

  end(): Promise<void> {
    return endSocket(this.sock);
  }

  #socket(): { sock: WASocket; lock: LockWatch } {
    const opened = repairedSocket(this.#deps, this.#owner, {
      store: this.store,
      caches: sessionCaches(this.#deps.monotonicMs),
      version: PINNED_VERSION,
    });
    const { sock } = opened;
    sock.ws.on("CB:ack,class:message", (node: BinaryNode) => this.acknowledged.push(node.attrs.id ?? ""));
    sock.ws.on("CB:receipt,type:retry", (node: BinaryNode) => this.retriesAsked.push(node));
    sock.ev.process((map) => {
      if (map["creds.update"]) this.store.saveCreds().catch(() => {});
      const update = map["connection.update"];
      if (update?.qr) this.code = update.qr;
      if (update?.connection === "open") this.state = "open";
      if (update?.connection === "close") {
        flushEvents(sock);
        this.state = "closed";
      }
      this.received.push(...(map["messages.upsert"]?.messages ?? []));
    });
    return opened;
  }
}

/** Returns the text of a received message, or null if it has no readable text. */
export const textOf = ({ message }: WAMessage): string | null =>
  message?.conversation ?? message?.extendedTextMessage?.text ?? null;
