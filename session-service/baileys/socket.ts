import {
  type BaileysEventMap,
  type BinaryNode,
  generateMessageIDV2,
  type LIDMapping,
  proto,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { NetworkQuota } from "../../core/contracts/protection.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { ClientVersion } from "../connection/network-address.ts";
import type { SessionDeps } from "../session-deps.ts";
import { endSocket, flushEvents } from "./fixes/flush-before-end.ts";
import { keepCalls } from "./fixes/keep-calls.ts";
import { keepGroupChanges } from "./fixes/keep-group-changes.ts";
import { keepReceipts } from "./fixes/keep-receipts.ts";
import { noticePasskey } from "./fixes/notice-passkey.ts";
import { refreshLinkSecret, withCurrentSecret } from "./fixes/refresh-link-secret.ts";
import { takenAddress, takenId } from "./inbound/bounds/ids.ts";
import { foreignNode } from "./inbound/bounds/node.ts";
import { takenName } from "./inbound/bounds/texts.ts";
import type { ReadCall } from "./inbound/read-call.ts";
import type { ReadGroupChange } from "./inbound/read-group-change.ts";
import type { ReadReceipt } from "./inbound/read-receipts.ts";
import type { AuthStore } from "./keys/auth-store.ts";
import { reportErrors } from "./library-log.ts";
import { createNumberSide, type NumberSide } from "./number.ts";
import { createSender, type Sender } from "./outbound/sender.ts";
import { requestPairingCode } from "./pairing-code.ts";
import { repairedSocket } from "./repaired-socket.ts";
import { createStanding, quotaOf, type Standing, type TimeLock, timeLock } from "./standing.ts";
import type { SessionCaches } from "./ttl-cache.ts";

/** Why a connection ended: the network's code (or the library's for a broken line) and what came with it. */
export interface CloseReason {
  code: number;
  data: unknown;
}

/**
 * What a connection reports. Called from inside the library's own callbacks: only note what happened, and never call
 * the connection from here.
 */
export interface ConnectionEvents {
  /** A code to scan, valid for this long. */
  code(value: string, validForMs: number): void;
  /** The network demands a passkey of the phone's owner: no link comes about. */
  passkey(): void;
  /** A phone scanned the code; the network closes the connection next (515). */
  linked(): void;
  open(): void;
  /** What waited while we were offline has been received. */
  drained(): void;
  closed(reason: CloseReason): void;
  messages(messages: WAMessage[]): void;
  /** Resolves when they are stored: only then they are acknowledged. */
  receipts(receipts: ReadReceipt[]): Promise<void>;
  /** Resolves when the step is stored: only then it is acknowledged. */
  call(call: ReadCall): Promise<void>;
  /** Resolves when the change is stored: only then it is acknowledged. */
  groupChange(change: ReadGroupChange): Promise<void>;
  /** A private id and a phone turned out to be one person's. */
  pair(pair: LIDMapping): void;
  acknowledged(networkId: string, error: string | null, chat: string): void;
  /** The network locked new chats, or (null) no longer does. */
  timeLock(lock: TimeLock | null): void;
  /** The network's quota of new chats changed. */
  quota(quota: NetworkQuota | null): void;
  /** Something came in; `content`: a message or a receipt. */
  frame(content: boolean): void;
}

/** One connection to the network; never used again once closed. */
export interface Connection extends Sender, Standing, NumberSide {
  ownId(): string | null;
  newNetworkId(): string;
  presence(kind: "available" | "unavailable" | "composing" | "paused", chat?: string): Promise<void>;
  /** A code to type on this phone; once a connection, after the first code to scan. @throws NetworkRefusal */
  pairingCode(phone: string): Promise<string>;
  /** Asks the phone to upload a message's file again. May never answer; never call it from inside an event. */
  askForFile(message: WAMessage): Promise<WAMessage>;
  /** Takes the link off the phone and closes. */
  logout(): Promise<void>;
  /** Hands over what is held back and closes; the link stays. */
  end(): Promise<void>;
  /** How long a key transaction has been waiting for the lock, ms. */
  lockWaitMs(): number;
}

/** The first code of an attempt lives longer than the others; both are the library's. */
const FIRST_CODE_MS = 60_000;
const NEXT_CODES_MS = 20_000;

/** Opens a connection with everything the library gets wrong repaired from outside, before its first byte is sent. */
export function connect(
  deps: SessionDeps,
  owner: Owner,
  parts: { store: AuthStore; caches: SessionCaches; version: ClientVersion },
  events: ConnectionEvents,
): Connection {
  const { store, caches } = parts;
  const { sock, lock, departure } = repairedSocket(deps, owner, parts);
  const codes = showCodes(store, events);
  refreshLinkSecret(sock, codes.showAgain);
  if (!store.isLinked()) noticePasskey(sock, () => events.passkey());
  keepReceipts(sock, deps.clock, (receipts) => events.receipts(receipts));
  keepCalls(sock, deps.clock, (call) => events.call(call));
  keepGroupChanges(sock, deps.clock, (change) => events.groupChange(change));
  reportStanzas(sock, events);
  reportEvents(deps, owner, sock, { store, caches, codes }, events);

  return {
    ...createSender(deps, owner, { sock, departure }, caches),
    ...createStanding(sock, deps.monotonicMs),
    ...createNumberSide(sock, caches, deps.monotonicMs),
    pairingCode: (phone) => requestPairingCode(sock, phone),
    ownId: () => store.creds.me?.id ?? null,
    newNetworkId: () => generateMessageIDV2(store.creds.me?.id),
    presence: (kind, chat) => sock.sendPresenceUpdate(kind, chat),
    askForFile: (message) => sock.updateMediaMessage(message),
    logout: () => sock.logout(),
    end: () => endSocket(sock),
    lockWaitMs: lock.oldestWaitMs,
  };
}

interface CodeShow {
  next(code: string): void;
  showAgain(): void;
  /** The credentials changed, perhaps the link secret: somebody typed another code. */
  credsChanged(): void;
}

/** Publishes each code with the link secret of now. */
function showCodes(store: AuthStore, events: ConnectionEvents): CodeShow {
  let shown: { code: string; secret: string } | null = null;
  let validForMs = FIRST_CODE_MS;
  const show = (code: string) => {
    const secret = store.creds.advSecretKey;
    shown = { code, secret };
    events.code(withCurrentSecret(code, secret), validForMs);
  };
  const showAgain = () => shown && show(shown.code);
  return {
    next(code) {
      validForMs = shown === null ? FIRST_CODE_MS : NEXT_CODES_MS;
      show(code);
    },
    showAgain,
    credsChanged() {
      if (shown && !store.isLinked() && shown.secret !== store.creds.advSecretKey) showAgain();
    },
  };
}

function reportStanzas(sock: WASocket, events: ConnectionEvents): void {
  // The library has no event for the server's acknowledgement.
  sock.ws.on("CB:ack,class:message", (node: BinaryNode) => {
    const { attrs } = foreignNode(node);
    const id = takenId(attrs.id);
    if (id !== null) events.acknowledged(id, takenName(attrs.error), takenAddress(attrs.from) ?? "");
  });
  sock.ws.on("frame", (frame: BinaryNode | Uint8Array) => {
    events.frame("tag" in frame && (frame.tag === "message" || frame.tag === "receipt"));
  });
}

/** One part of an event's map that can't be read must not keep the others from being told. */
function reportEvents(
  deps: SessionDeps,
  owner: Owner,
  sock: WASocket,
  parts: { store: AuthStore; caches: SessionCaches; codes: CodeShow },
  events: ConnectionEvents,
): void {
  const report = reportErrors(deps, owner.instance_id);
  const told = toldOf(deps, owner, sock, parts, events);
  sock.ev.process((map) => {
    for (const [what, tell] of Object.entries(told)) {
      try {
        tell(map);
      } catch (error) {
        report(what, error);
      }
    }
  });
}

/** What each part of an event's map says, in the order in which it is told. */
function toldOf(
  deps: SessionDeps,
  owner: Owner,
  sock: WASocket,
  { store, caches, codes }: { store: AuthStore; caches: SessionCaches; codes: CodeShow },
  events: ConnectionEvents,
): Record<string, (map: Partial<BaileysEventMap>) => void> {
  return {
    creds(map) {
      if (!map["creds.update"]) return;
      codes.credsChanged();
      store.saveCreds().catch((error) => {
        deps.log.warn({ instance_id: owner.instance_id, error: String(error) }, "credentials were not saved");
      });
    },
    code({ "connection.update": update }) {
      if (update?.qr) codes.next(update.qr);
    },
    connection({ "connection.update": update }) {
      if (update?.isNewLogin) events.linked();
      if (update?.connection === "open") events.open();
      if (update?.receivedPendingNotifications) events.drained();
      if (update?.connection !== "close") return;
      flushEvents(sock);
      events.closed(closeReason(update.lastDisconnect?.error));
    },
    lock({ "connection.update": update }) {
      if (update?.reachoutTimeLock) events.timeLock(timeLock(update.reachoutTimeLock));
    },
    quota(map) {
      if (map["message-capping.update"]) events.quota(quotaOf(map["message-capping.update"]));
    },
    messages(map) {
      const messages = map["messages.upsert"]?.messages;
      if (!messages) return;
      deps.metrics?.count("MessagesReceived", messages.length);
      deps.metrics?.count("DecryptErrors", messages.filter(isUnreadable).length);
      events.messages(messages);
    },
    pair(map) {
      if (map["lid-mapping.update"]) events.pair(map["lid-mapping.update"]);
    },
    groups(map) {
      for (const group of map["groups.update"] ?? []) if (group.id) caches.groups.del(group.id);
      if (map["group-participants.update"]) caches.groups.del(map["group-participants.update"].id);
    },
  };
}

const isUnreadable = ({ messageStubType }: WAMessage) => messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT;

/** 428, a closed line, when the library gave no code. */
function closeReason(error: unknown): CloseReason {
  const output: unknown = error instanceof Error ? Reflect.get(error, "output") : undefined;
  const code: unknown = typeof output === "object" && output !== null ? Reflect.get(output, "statusCode") : undefined;
  return {
    code: typeof code === "number" ? code : 428,
    data: error instanceof Error ? Reflect.get(error, "data") : undefined,
  };
}
