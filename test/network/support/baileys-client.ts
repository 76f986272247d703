import "../../../simulated-network/src/process/silence-console.ts";
import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import {
  type AnyMessageContent,
  type BaileysEventMap,
  Browsers,
  type ConnectionState,
  type MiscMessageGenerationOptions,
  makeWASocket,
  type proto,
  WA_CERT_DETAILS,
  type WAMessage,
} from "@whiskeysockets/baileys";
import pino from "pino";
import { mediaDownloads } from "./media-downloads.ts";
import { type MemoryAuthState, memoryAuthState } from "./memory-auth-state.ts";
import type { SandboxClient } from "./sandbox-client.ts";
import type { SpawnedNetwork } from "./spawn-network.ts";

/**
 * How long `expect.poll` waits when suites share a machine, in which case twenty clients may be linking at the same
 * time.
 */
const GIVE_UP_AFTER_MS = 60_000;

/** Everything that a client has received on its sockets, in order. */
interface Seen {
  readonly updates: Partial<ConnectionState>[];
  readonly messages: { readonly type: string; readonly message: WAMessage }[];
  /** Updates to earlier messages, other than receipts. */
  readonly changes: BaileysEventMap["messages.update"];
  readonly reactions: BaileysEventMap["messages.reaction"];
  readonly groups: BaileysEventMap["groups.upsert"];
  readonly groupChanges: BaileysEventMap["groups.update"];
  readonly memberChanges: BaileysEventMap["group-participants.update"][];
  readonly groupReceipts: BaileysEventMap["message-receipt.update"];
  readonly calls: BaileysEventMap["call"];
  readonly history: BaileysEventMap["messaging-history.set"][];
  /** The notices that announce the parts of a history. */
  readonly historyNotices: proto.Message.IHistorySyncNotification[];
  /** The owner's changes to chats, the address book and labels. */
  readonly chats: BaileysEventMap["chats.update"];
  readonly deletedChats: BaileysEventMap["chats.delete"];
  readonly contacts: BaileysEventMap["contacts.upsert"];
  readonly labels: BaileysEventMap["labels.edit"][];
  readonly labeled: BaileysEventMap["labels.association"][];
  readonly blocks: BaileysEventMap["blocklist.update"][];
  readonly receipts: { readonly id: string; readonly status: number | null | undefined }[];
  /** The IDs of messages that the server has acknowledged. */
  readonly acknowledged: string[];
  /** The IDs of messages that the network handed over, with an entry for each time. */
  readonly handedOver: string[];
}

/**
 * A real Baileys client on the simulated network. Each connect creates a new socket, but everything that earlier
 * sockets received is retained.
 */
export class BaileysClient {
  readonly auth: MemoryAuthState = memoryAuthState();
  readonly seen: Seen = {
    updates: [],
    messages: [],
    changes: [],
    reactions: [],
    groups: [],
    groupChanges: [],
    memberChanges: [],
    groupReceipts: [],
    calls: [],
    history: [],
    historyNotices: [],
    chats: [],
    deletedChats: [],
    contacts: [],
    labels: [],
    labeled: [],
    blocks: [],
    receipts: [],
    acknowledged: [],
    handedOver: [],
  };
  #network: SpawnedNetwork;
  #socket: ReturnType<typeof makeWASocket> | null = null;
  readonly #changed = new Set<() => void>();

  constructor(network: SpawnedNetwork) {
    this.#network = network;
  }

  get socket(): ReturnType<typeof makeWASocket> {
    if (!this.#socket) throw new Error("This client was never connected.");
    return this.#socket;
  }

  /** From now on, connects to this network, which was restarted, possibly at a different address. */
  moveTo(network: SpawnedNetwork): void {
    this.#network = network;
  }

  /**
   * Opens a new socket. Returns immediately, before it is connected. @param browser the browser that the client claims
   * to be.
   */
  connect(browser = Browsers.macOS("Chrome")): void {
    // This has the effect that NODE_EXTRA_CA_CERTS would have on a process started later.
    setDefaultCACertificates([...getCACertificates("bundled"), readFileSync(this.#network.mediaCaFile, "utf8")]);
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(this.#network.rootPublicKey, "hex");
    const socket = makeWASocket({
      auth: this.auth,
      browser,
      waWebSocketUrl: this.#network.url,
      logger: pino({ level: process.env.BAILEYS_LOG ?? "silent" }),
      markOnlineOnConnect: false,
      connectTimeoutMs: 5000,
      defaultQueryTimeoutMs: 5000,
      // `dispatcher` is a fetch option that only exists in Node.
      options: { dispatcher: mediaDownloads(this.#network.mediaHost) } as RequestInit,
    });
    this.#socket = socket;
    this.seen.updates.length = 0;
    socket.ws.on("CB:ack,class:message", ({ attrs }) => {
      if (attrs.error === undefined) this.seen.acknowledged.push(attrs.id);
      this.#notice();
    });
    socket.ws.on("CB:message", ({ attrs }) => {
      this.seen.handedOver.push(attrs.id);
      this.#notice();
    });
    socket.ev.process((events) => this.#take(events));
  }

  /** Links this client to a phone. Resolves once the connection is open. */
  async link(sandbox: SandboxClient, phone: string): Promise<void> {
    this.connect();
    await sandbox.scan(phone, await this.qr());
    await this.closed();
    this.connect();
    await this.opened();
  }

  qr(): Promise<string> {
    return this.until("a QR code", () => this.seen.updates.findLast(({ qr }) => qr)?.qr);
  }

  opened(): Promise<true> {
    return this.until(
      "an open connection without old messages",
      () => this.seen.updates.some(({ connection }) => connection === "open") || undefined,
    );
  }

  /** Sends a text and waits for the server's acknowledgement. @returns the message's id. */
  async text(to: string, text: string, messageId?: string): Promise<string> {
    const options = messageId === undefined ? {} : { messageId };
    const sent = await this.socket.sendMessage(to, { text, linkPreview: null }, options);
    const id = sent?.key.id ?? "";
    await this.acknowledgement(id);
    return id;
  }

  /** Sends any content and waits for the server's acknowledgement. @returns the message's key. */
  async send(to: string, content: AnyMessageContent, options: MiscMessageGenerationOptions = {}) {
    const sent = await this.socket.sendMessage(to, content, options);
    const id = sent?.key.id;
    if (!sent || !id) throw new Error("Nothing was sent.");
    await this.acknowledgement(id);
    return { ...sent.key, id };
  }

  /** Resolves once the network has handed over everything that was waiting. */
  caughtUp(): Promise<true> {
    return this.until(
      "the end of old messages",
      () => this.seen.updates.some((update) => update.receivedPendingNotifications) || undefined,
    );
  }

  /** Waits until the connection closes. @returns the status code that it closed with. */
  closed(): Promise<number> {
    return this.until("the connection to close", () => {
      const update = this.seen.updates.find(({ connection }) => connection === "close");
      const error = update?.lastDisconnect?.error;
      return error && "output" in error ? (error as { output: { statusCode: number } }).output.statusCode : undefined;
    });
  }

  /** Returns the message with this id, once it is readable. */
  message(id: string) {
    return this.until(`message ${id}`, () =>
      this.seen.messages.find(({ message }) => message.key.id === id && message.message),
    );
  }

  receipt(id: string, status: number): Promise<unknown> {
    return this.until(`receipt ${status} for ${id}`, () =>
      this.seen.receipts.find((receipt) => receipt.id === id && receipt.status === status),
    );
  }

  /** Waits until the network hands over the message with the given id, readable or not. */
  handOver(id: string): Promise<unknown> {
    return this.until(`the handing over of ${id}`, () => this.seen.handedOver.includes(id) || undefined);
  }

  acknowledgement(id: string): Promise<unknown> {
    return this.until(`acknowledgement of ${id}`, () => this.seen.acknowledged.includes(id) || undefined);
  }

  /** Waits for something that this client observes. @throws Error that says what never arrived. */
  until<T>(what: string, look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        this.#changed.delete(check);
        resolve(found);
      };
      const giveUp = () => {
        this.#changed.delete(check);
        reject(new Error(`The client never saw ${what}. Network: ${this.#network.log()}`));
      };
      const timer = setTimeout(giveUp, GIVE_UP_AFTER_MS);
      this.#changed.add(check);
      check();
    });
  }

  /** Closes the connection without logging out, so the device stays linked. */
  async disconnect(): Promise<void> {
    await this.#socket?.end(undefined);
  }

  #take(events: Partial<BaileysEventMap>): void {
    const { seen } = this;
    if (events["creds.update"]) Object.assign(this.auth.creds, events["creds.update"]);
    if (events["connection.update"]) seen.updates.push(events["connection.update"]);
    const upsert = events["messages.upsert"];
    for (const message of upsert?.messages ?? []) {
      const notice = message.message?.protocolMessage?.historySyncNotification;
      if (notice) seen.historyNotices.push(notice);
      if (message.message?.protocolMessage) continue;
      seen.messages.push({ type: upsert?.type ?? "", message });
      // If a receipt arrives within 100 ms of sending, the library merges it into the message itself.
      seen.receipts.push({ id: message.key.id ?? "", status: message.status });
      for (const receipt of message.userReceipt ?? []) seen.groupReceipts.push({ key: message.key, receipt });
    }
    seen.changes.push(...(events["messages.update"] ?? []));
    seen.groups.push(...(events["groups.upsert"] ?? []));
    seen.groupChanges.push(...(events["groups.update"] ?? []));
    if (events["group-participants.update"]) seen.memberChanges.push(events["group-participants.update"]);
    seen.groupReceipts.push(...(events["message-receipt.update"] ?? []));
    seen.calls.push(...(events.call ?? []));
    if (events["messaging-history.set"]) seen.history.push(events["messaging-history.set"]);
    seen.chats.push(...(events["chats.update"] ?? []));
    seen.deletedChats.push(...(events["chats.delete"] ?? []));
    seen.contacts.push(...(events["contacts.upsert"] ?? []));
    if (events["labels.edit"]) seen.labels.push(events["labels.edit"]);
    if (events["labels.association"]) seen.labeled.push(events["labels.association"]);
    if (events["blocklist.update"]) seen.blocks.push(events["blocklist.update"]);
    seen.reactions.push(...(events["messages.reaction"] ?? []));
    for (const { key, update } of events["messages.update"] ?? []) {
      seen.receipts.push({ id: key.id ?? "", status: update.status });
    }
    this.#notice();
  }

  #notice(): void {
    for (const check of [...this.#changed]) check();
  }
}
