import type { Log } from "../../core/ports.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { ClientVersion } from "../baileys/shared/network-settings.ts";
import type { SessionCaches } from "../baileys/shared/ttl-cache.ts";
import type { CloseReason, Connection, ConnectionEvents } from "../baileys/socket/connection.ts";
import { connect } from "../baileys/socket/socket.ts";
import { BAD_SESSION } from "../connection/close-rules.ts";
import { ConnectionWatch } from "../connection/connection-watch.ts";
import { lookRound } from "../connection/look-round.ts";
import { withFreshDevices } from "../connection/stale-devices.ts";
import type { ToldGroupFact } from "../inbox/group-change.ts";
import { blaming, type Culprit } from "../process/late-rejections.ts";
import { orAborted } from "../process/or-aborted.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { SessionPort } from "../session-port.ts";
import type { BlocksConnection } from "./blocks.ts";
import type { ChannelsConnection } from "./channels.ts";
import type { ContactsConnection } from "./contacts-mirror.ts";
import type { GroupsConnection } from "./groups-mirror.ts";
import { receivedEvents } from "./received-events.ts";
import { ScanCode } from "./scan-code.ts";
import type { SessionParts } from "./session-parts.ts";
import { Typing } from "./typing.ts";

/** How often to check a connection if its task doesn't check all connections together. */
const WATCH_MS = 1_000;

/** One of a session's connections and its state. `changed` is called whenever the session's loop should take a step. */
export class LiveConnection {
  state: "opening" | "open" | "closed" = "opening";
  openedAt: Date | null = null;
  /** When everything queued by the network had been received, or null if that hasn't happened yet. */
  drainedAt: Date | null = null;
  /** Whether a phone has scanned this connection's code. */
  scanned = false;
  /** Whether the network requires a passkey to link. */
  needsPasskey = false;
  /** The scannable code, while no phone is linked. */
  readonly scanCode: ScanCode;
  /** The client version that this connection reports. */
  readonly version: ClientVersion;
  /** Why the connection closed on its own. Null while it is alive or if we closed it. */
  closeReason: CloseReason | null = null;
  #closedByUs = false;
  readonly #connection: Connection;
  readonly #caches: SessionCaches;
  readonly #log: Log;
  readonly #watch: ConnectionWatch;
  /** The typing and recording indicators that the number is displaying in chats. */
  readonly typing: Typing;
  /** Why we closed the connection even though no one requested it. */
  #verdict: CloseReason | null = null;
  readonly #endWatch: () => void;
  readonly #over = new AbortController();
  readonly #closed = Promise.withResolvers<void>();
  readonly #parts: Pick<SessionParts, "blocks" | "contacts" | "health" | "mute">;
  readonly ownConnection: BlocksConnection & ContactsConnection & GroupsConnection & ChannelsConnection;
  /** The session to which late errors are attributed, for as long as this field references it. */
  readonly #culprit: Culprit;
  /**
   * Stores an answer about a group after the inbox's earlier jobs. Never resolves if the inbox is stopped before then.
   */
  readonly storeGroupFact: (told: ToldGroupFact) => Promise<void>;

  constructor(deps: SessionDeps, owner: Owner, parts: SessionParts, changed: () => void) {
    this.#watch = new ConnectionWatch(deps.monotonicMs, parts.health);
    this.#caches = parts.caches;
    this.#log = deps.log;
    this.version = deps.network.version;
    this.#parts = parts;
    this.ownConnection = {
      network: () => this.#connection,
      store: parts.store,
      contentAgeMs: () => this.contentAgeMs(),
      over: this.#over.signal,
    };
    this.scanCode = new ScanCode(deps, owner, parts.inbox, () => this.#closedByUs || this.state === "closed");
    const { readJournal, groupFact, ...received } = receivedEvents(deps, owner, parts, {
      network: () => this.#connection,
      changed,
      giveUpBad: () => this.#giveUpBad(),
    });
    this.storeGroupFact = groupFact;
    // Also reads entries left over from when an earlier connection closed.
    readJournal();
    const events = { ...received, ...this.#ownEvents(deps, parts, changed, readJournal) };
    this.#culprit = { instance_id: owner.instance_id, recycle: () => void this.giveUp() };
    this.#connection = blaming(this.#culprit, () => connect(deps, owner, { ...parts, version: this.version }, events));
    this.typing = new Typing(deps.clock, this.#connection, () => this.state === "open");
    this.#endWatch = (deps.lookRound ?? lookRound(WATCH_MS)).join(() => this.#look());
  }

  /** Whether the connection has a code waiting to be scanned. */
  get hasCode(): boolean {
    return this.scanCode.firstAt !== null;
  }

  get network(): Connection {
    return this.#connection;
  }

  /** When this connection started opening, according to the monotonic clock. */
  get openedMs(): number {
    return this.#watch.openedMs;
  }

  /** Returns the time since the last message or receipt arrived, in ms. */
  contentAgeMs(): number {
    return this.#watch.contentAgeMs();
  }

  /**
   * Sends the bytes to the network, and sends them once more if the recipients' devices turn out to be gone.
   * @throws NothingLeft; another error after 45 s, when the connection is abandoned because its lock may be stuck.
   */
  async relay(...send: Parameters<Connection["relay"]>): Promise<void> {
    const hand = () => this.#orBrokenOff(this.#connection.relay(...send));
    await this.#watch.relaying(() => withFreshDevices(this.#caches, hand));
  }

  /**
   * The connection's functions for posting statuses. Each call is repeated once if the devices it queried turn out to
   * be gone.
   */
  get statuses(): SessionPort["statuses"] {
    const { networkForms, findRecipients, readyFor } = this.#connection;
    const ready = (list: string[]) => this.#orBrokenOff(readyFor(list));
    return { networkForms, findRecipients, readyFor: (list) => withFreshDevices(this.#caches, () => ready(list)) };
  }

  /** See Blocks.change. */
  setBlocked(person: string, isBlocked: boolean, shownName: string | null): Promise<void> {
    return this.#parts.blocks.change(this.ownConnection, person, isBlocked, shownName);
  }

  /**
   * See SessionPort. A new connection looks for waiting names on its own, after it has received everything queued by
   * the network.
   */
  mirrorContacts(): void {
    if (this.drainedAt !== null && !this.#parts.mute) void this.#parts.contacts.run(this.ownConnection);
  }

  /** Closes the connection deliberately. The phone stays linked. */
  async end(): Promise<void> {
    this.#closedByUs = true;
    this.#endWatch();
    await this.#connection.end();
    this.state = "closed";
    this.#over.abort();
  }

  /** Closes the connection as if it had dropped, so that the session reconnects. */
  async giveUp(): Promise<void> {
    await this.#connection.end();
  }

  /** Removes the link from the phone, then closes the connection. */
  async logout(closeMs: number): Promise<void> {
    this.#closedByUs = true;
    await this.#connection.logout();
    await Promise.race([this.#closed.promise, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
    if (this.state !== "closed") await this.end();
  }

  /** Creates the handlers for events about the connection's own state. */
  #ownEvents(
    { clock, metrics }: SessionDeps,
    { inbox, blocks, labels, groups, channels, store, health, mute }: SessionParts,
    changed: () => void,
    readJournal: () => void,
  ) {
    const readBlocks = () => {
      if (!mute) void blocks.refresh(this.ownConnection);
    };
    return {
      blocks: readBlocks,
      code: (value, validForMs) => {
        this.scanCode.show(value, validForMs);
        changed();
      },
      linked: () => {
        this.scanned = true;
      },
      passkey: () => {
        this.needsPasskey = true;
        changed();
      },
      open: () => {
        this.state = "open";
        metrics?.count("ConnectionsOpened");
        this.openedAt = clock.now();
        inbox.phone.open((message) => this.#connection.askForFile(message));
        readBlocks();
        inbox.history.give();
        changed();
      },
      drained: () => {
        this.drainedAt = clock.now();
        health.served();
        inbox.history.give();
        if (!mute) labels.begin({ network: () => this.#connection, store, over: this.#over.signal });
        if (!mute) void groups.run(this.ownConnection);
        // The last messages of an earlier connection may have been decrypted while this one was opening.
        readJournal();
        this.mirrorContacts();
        if (!mute) void channels.run(this.ownConnection);
      },
      closed: (reason) => {
        this.#endWatch();
        this.state = "closed";
        this.#over.abort();
        metrics?.count("ConnectionsClosed");
        inbox.phone.close();
        if (!this.#closedByUs) this.closeReason = this.#verdict ?? reason;
        this.#closed.resolve();
        changed();
      },
      frame: (content) => this.#watch.noteFrame(content),
    } satisfies Partial<ConnectionEvents>;
  }

  /** Closes a connection on which messages from many people have become unreadable. */
  #giveUpBad(): void {
    if (this.#verdict) return;
    this.#verdict = { code: BAD_SESSION, data: undefined };
    void this.giveUp();
  }

  #reportUnserved(): void {
    this.#parts.health.unserved();
    this.#log.warn({ instance_id: this.#culprit.instance_id }, "the network is not delivering anything; reconnecting");
  }

  async #orBrokenOff<T>(work: Promise<T>): Promise<T> {
    const done = await orAborted(
      work.then((value) => ({ value })),
      this.#over.signal,
    );
    if (!done) throw new Error("The connection was interrupted.");
    return done.value;
  }

  #look(): void {
    const { state, hasCode } = this;
    const [lockWaitMs, contentAgeMs] = [this.#connection.lockWaitMs(), this.contentAgeMs()];
    const isUnserved = this.#watch.isUnserved({ state, isDrained: this.drainedAt !== null });
    if (!isUnserved && !this.#watch.isBad({ state, hasCode, lockWaitMs, contentAgeMs })) return;
    if (isUnserved) this.#reportUnserved();
    this.#endWatch();
    void this.giveUp();
  }
}
