import type { AccountId, InstanceId } from "../../core/contracts/ids.ts";
import { phoneChat } from "../../core/domain/messages/chat-id.ts";
import type { Command, CommandAnswer } from "../../core/records/command.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { AuthStoreClosed } from "../baileys/keys/write-queue.ts";
import { linkPreviews } from "../baileys/outbound/link-previews.ts";
import { isNamedForm } from "../baileys/shared/on-network.ts";
import { oneAtATime } from "../commands/one-at-a-time.ts";
import { type CommandParts, performInTime } from "../commands/perform-in-time.ts";
import { retryJob } from "../inbox/retry-quarantined.ts";
import type { SessionDeps, TaskDeps } from "../session-deps.ts";
import type { Holds, SessionPort } from "../session-port.ts";
import type { SharedParts } from "./connection-slot.ts";
import { HistoryLoop } from "./history-loop.ts";
import { keepFigures, tryFigures } from "./keep-figures.ts";
import type { LiveConnection } from "./live-connection.ts";
import { OwnWay } from "./own-way.ts";
import { SessionLife } from "./session-life.ts";
import { SessionLoop } from "./session-loop.ts";
import { sharedParts } from "./shared-parts.ts";
import { storeGroupFact } from "./store-group-fact.ts";
import { testProxy } from "./test-proxy.ts";

const RECONCILE_MS = 5_000;
/** How long phones display a typing or recording indicator. */
const SIGN_MS = 10_000;
/** How long to wait for sends in progress to finish. */
const DRAIN_SEND_MS = 15_000;
const DRAIN_INBOX_MS = 30_000;
/**
 * How long the session doesn't count as idle after a message or receipt, and while the connection is opening, because
 * the library may be buffering events.
 */
const [CONTENT_SETTLES_MS, OPENING_COUNTS_MS] = [250, 5_000];
/** How long a pending acknowledgement prevents the session from counting as idle. */
const ACK_COMES_MS = 2_000;

/**
 * An instance's session, which lasts as long as a task owns the instance: a loop that brings the connection to the
 * state that the customer wants, and the interface through which the instance's lane sends.
 */
export class InstanceSession implements SessionPort {
  readonly instance_id: InstanceId;
  readonly account_id: AccountId;
  readonly fence: number;
  readonly #deps: SessionDeps;
  readonly #holds: Holds;
  readonly #parts: SharedParts;
  readonly #life: SessionLife;
  readonly #ending = new AbortController();
  readonly #loop: SessionLoop;
  readonly #way: OwnWay;
  readonly #history: HistoryLoop;
  readonly #commandParts: CommandParts = {
    open: () => this.#open().network,
    counted: (work) => this.#counted(work),
    link: (command) =>
      command.kind === "pairing_code" ? this.#life.codes.ask(command.phone) : this.#life.passkey.perform(command),
    testProxy: () => testProxy(this.#deps, this.instance_id, this.#way),
    setBlocked: (...change) => this.#open().setBlocked(...change),
    groups: { stored: (group, fact) => storeGroupFact(this.#answered(), group, fact) },
    channels: { change: (change) => this.#parts.channels.change(change) },
    oneAtATime: oneAtATime(),
    showSign: (chat, sign) => this.#open().typing.begin({ chat, sign, forMs: SIGN_MS, over: this.#ending.signal }),
  };
  #draining = false;
  #sending = 0;

  constructor(task: TaskDeps, owner: Owner, holds: Holds) {
    this.#way = new OwnWay(task);
    const get: SessionDeps["get"] = (request) => this.#way.now().get(request);
    const preview = linkPreviews(get, task.monotonicMs);
    const deps = { ...task, way: this.#way.now, get, preview } satisfies SessionDeps;
    this.instance_id = owner.instance_id;
    this.account_id = owner.account_id;
    this.fence = owner.fence;
    this.#deps = deps;
    this.#holds = holds;
    const lost = () => this.abandon();
    this.#parts = sharedParts(deps, owner, lost);
    const step = () => this.#guarded(() => this.#life.step());
    this.#loop = new SessionLoop(deps, owner.instance_id, step, this.#ending.signal);
    const looks = { changed: () => this.#loop.look(), lost, holds, ending: this.#ending.signal };
    this.#life = new SessionLife(deps, owner, this.#parts, looks, this.#way);
    const parts = { inbox: this.#parts.inbox, life: this.#life, ending: this.#ending.signal };
    this.#history = new HistoryLoop(deps, owner, parts, (work) => this.#guarded(work));
  }

  /** Loads the keys, replays any journal left by a crash, and starts the loop. Call this after raising the fence. */
  async start(record: InstanceRecord): Promise<void> {
    // Set the route first: work left over from a crash may fetch files.
    await this.#way.follow(record);
    await this.#life.keys.load(this.#parts.inbox);
    this.#loop.start();
    this.#history.start();
    void keepFigures(this.#deps, this.instance_id, this.#ending.signal);
  }

  isOpen(): boolean {
    return this.#life.isOpen() && !this.#ending.signal.aborted;
  }

  get openedAt(): Date | null {
    return this.#life.connection?.state === "open" ? this.#life.connection.openedAt : null;
  }

  /** The status that customers see, or null if it isn't known yet. */
  get status() {
    return this.#life.status;
  }

  drained(): boolean {
    return this.isOpen() && (this.#life.connection?.drainedAt ?? null) !== null;
  }

  mayAct(): boolean {
    return !this.#draining && !this.#ending.signal.aborted && this.#holds();
  }

  newNetworkId(): string {
    return this.#open().network.newNetworkId();
  }

  resolveChat(phone: string | null, chatId: string | null): Promise<string> {
    const chat = chatId ?? (phone === null ? null : phoneChat(phone));
    if (chat === null) return Promise.reject(new Error("A message needs a phone or a chat id."));
    return this.#open().network.resolveChat(chat);
  }

  isBlocked(person: string, chat: string): Promise<boolean> {
    return this.#parts.blocks.has(person, chat);
  }

  askAbout(chat: string, message: MessageRecord): Promise<void> {
    return this.#open().network.askAbout(chat, message);
  }

  hasNamed(phone: string): boolean {
    return isNamedForm(this.#life.keys.caches, phone);
  }

  encode(chat: string, message: MessageRecord, prepared?: Uint8Array): Promise<Uint8Array> {
    return this.#open().network.encode(chat, message, prepared);
  }

  perform(command: Command): Promise<CommandAnswer> {
    return performInTime(this.#deps, this, this.#commandParts, command);
  }

  get statuses(): SessionPort["statuses"] {
    return this.#open().statuses;
  }

  async relay(chat: string, networkId: string, bytes: Uint8Array, list?: string[]): Promise<void> {
    const connection = this.#open();
    if (!this.#holds()) throw new Error("It is not certain that this task owns the instance.");
    this.#parts.acknowledgements.forget(networkId);
    await this.#counted(() => connection.relay(chat, networkId, bytes, list));
  }

  acknowledged(networkId: string, signal: AbortSignal): ReturnType<SessionPort["acknowledged"]> {
    return this.#parts.acknowledgements.wait(networkId, signal);
  }

  withReceipt: SessionPort["withReceipt"] = (...waiting) => this.#parts.receipts.with(...waiting);

  async typing(chat: string, forMs: number, signal: AbortSignal): Promise<void> {
    await this.#open().typing.show({ chat, forMs, over: AbortSignal.any([signal, this.#ending.signal]) });
  }

  async markRead(chat: string, networkId: string): Promise<void> {
    await this.#open().network.markRead(chat, [{ network_id: networkId, direction: "in", participant: null }]);
  }

  retryQuarantined(id: string): void {
    const { store } = this.#life.keys;
    void this.#parts.inbox.add(retryJob({ deps: this.#deps, owner: this, store, inbox: this.#parts.inbox }, id));
  }

  offerLabels(): void {
    this.#parts.labels.look();
  }

  mirrorContacts(): void {
    this.#life.connection?.mirrorContacts();
  }

  hasLeft(): boolean {
    return this.#life.hasLeft;
  }

  async reconcile(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.#loop.look();
    // A logout can take a while. In the meantime, the lane's worker continues even though the session isn't open.
    await this.#loop.nextStep(RECONCILE_MS);
  }

  /** How long the inbox's current job has been holding up newer data from the network, in ms. */
  get inboxAgeMs(): number {
    return this.#parts.inbox.ageMs;
  }

  /** Whether no send is in progress and no data from the network is half processed. */
  isIdle(): boolean {
    const { connection } = this.#life;
    const opens =
      connection?.state === "opening" &&
      !connection.hasCode &&
      this.#deps.monotonicMs() - connection.openedMs < OPENING_COUNTS_MS;
    const settles = connection?.state === "open" && connection.contentAgeMs() < CONTENT_SETTLES_MS;
    const sends = this.#sending > 0 || this.#parts.acknowledgements.isExpected(ACK_COMES_MS);
    const works = !this.#parts.inbox.isEmpty || this.#history.isWorking;
    return !sends && !opens && !settles && !works && !this.#loop.isAwaited;
  }

  /**
   * Stops gracefully: no new work starts, sends in progress and the inbox's jobs finish, and then the connection
   * closes. Never logs out.
   */
  async stop(): Promise<void> {
    this.#draining = true;
    const deadline = this.#deps.monotonicMs() + DRAIN_SEND_MS;
    const isBusy = () => this.#sending > 0 || this.#parts.acknowledgements.waiting > 0;
    // An abandoned session has nothing to finish, because the instance belongs to another task.
    while (!this.#ending.signal.aborted && isBusy() && this.#deps.monotonicMs() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const isLost = this.#ending.signal.aborted;
    this.#ending.abort();
    await Promise.all([this.#loop.ended(), this.#history.ended()]);
    await this.#life.connection?.end();
    const cap = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_INBOX_MS).unref());
    await Promise.race([this.#parts.inbox.emptied(), cap]);
    this.#parts.inbox.stop();
    if (!isLost) await tryFigures(this.#deps, this.instance_id);
    await this.#life.keys.settled();
    this.#life.keys.close();
  }

  /** Stops immediately because another task owns the instance, or might own it. */
  abandon(): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#parts.inbox.stop();
    this.#life.keys.close();
    void this.#life.connection?.end();
    this.#loop.release();
  }

  /** Runs work, and stops the session if another task owns the instance. */
  async #guarded(work: () => Promise<Date | null>): Promise<Date | null> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FenceLost || error instanceof AuthStoreClosed) {
        this.abandon();
        return null;
      }
      throw error;
    }
  }

  #open(): LiveConnection {
    const { connection } = this.#life;
    if (!connection || !this.isOpen()) throw new Error("The session is not connected.");
    return connection;
  }

  #answered() {
    return { deps: this.#deps, owner: this, ...this.#parts, life: this.#life, ending: this.#ending.signal };
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    this.#sending++;
    return work().finally(() => void this.#sending--);
  }
}
