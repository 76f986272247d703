import {
  type BinaryNode,
  generateMessageIDV2,
  makeWASocket,
  type SignalKeyStoreWithTransaction,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { SessionDeps, SessionOwner } from "../session-deps.ts";
import type { AuthStore } from "./auth-store.ts";
import { acknowledgeStatuses } from "./fixes/acknowledge-statuses.ts";
import { addressByPrivateId } from "./fixes/address-by-private-id.ts";
import { endSocket, flushEvents } from "./fixes/flush-before-end.ts";
import { keepOwnName } from "./fixes/keep-own-name.ts";
import { useOneLock } from "./fixes/one-lock.ts";
import { refreshLinkSecret, withCurrentSecret } from "./fixes/refresh-link-secret.ts";
import { parseParty } from "./ids.ts";
import { type ReadReceipt, readGroupReceipts, readReceipts } from "./inbound/read-receipts.ts";
import { Journal } from "./journal.ts";
import { libraryLog } from "./library-log.ts";
import { decodeMessage, encodeText } from "./outbound/text.ts";
import { socketOptions } from "./socket-options.ts";
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
  /** A phone scanned the code; the network closes the connection next (515). */
  linked(): void;
  open(): void;
  /** What waited while we were offline has been received. */
  drained(): void;
  closed(reason: CloseReason): void;
  messages(messages: WAMessage[]): void;
  receipts(receipts: ReadReceipt[]): void;
  acknowledged(networkId: string, error: string | null): void;
  /** Something came in; `content`: a message or a receipt. */
  frame(content: boolean): void;
}

/** One connection to the network; never used again once closed. */
export interface Connection {
  ownId(): string | null;
  newNetworkId(): string;
  resolveChat(chat: string): Promise<string>;
  encodeText(chat: string, text: string): Promise<Uint8Array>;
  relay(chat: string, networkId: string, bytes: Uint8Array): Promise<void>;
  presence(kind: "available" | "unavailable" | "composing" | "paused", chat?: string): Promise<void>;
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
  owner: SessionOwner,
  parts: { store: AuthStore; caches: SessionCaches },
  events: ConnectionEvents,
): Connection {
  const { store, caches } = parts;
  const journal = new Journal(deps.clock.now().getTime());
  const sock = makeWASocket(socketOptions(deps, owner, { ...parts, journal }));
  // Its declared type leaves the transactions out.
  const keys = sock.authState.keys as SignalKeyStoreWithTransaction;
  const lock = useOneLock(keys, deps.monotonicMs);
  keepOwnName(sock);
  acknowledgeStatuses(sock);
  const codes = showCodes(store, events);
  refreshLinkSecret(sock, codes.showAgain);
  sock.ws.prependListener("CB:message", (node: BinaryNode) => journal.note(node));
  reportStanzas(sock, events);
  reportEvents(deps, owner, sock, { store, caches, codes }, events);

  const logger = libraryLog(deps.log, owner.instance_id);
  return {
    ownId: () => store.creds.me?.id ?? null,
    newNetworkId: () => generateMessageIDV2(store.creds.me?.id),
    resolveChat: (chat) => addressByPrivateId(sock, chat, deps.monotonicMs),
    encodeText: (chat, text) => encodeText(text, chat, logger),
    async relay(chat, networkId, bytes) {
      if (parseParty(chat).kind === "group" && !caches.groups.get(chat)) {
        caches.groups.set(chat, await sock.groupMetadata(chat));
      }
      await sock.relayMessage(chat, decodeMessage(bytes), { messageId: networkId });
    },
    presence: (kind, chat) => sock.sendPresenceUpdate(kind, chat),
    logout: () => sock.logout(),
    end: () => endSocket(sock),
    lockWaitMs: lock.oldestWaitMs,
  };
}

interface CodeShow {
  next(code: string): void;
  showAgain(): void;
}

/** Publishes each code with the link secret of now. */
function showCodes(store: AuthStore, events: ConnectionEvents): CodeShow {
  let shown: string | null = null;
  let validForMs = FIRST_CODE_MS;
  const show = () => {
    if (shown !== null) events.code(withCurrentSecret(shown, store.creds.advSecretKey), validForMs);
  };
  return {
    next(code) {
      validForMs = shown === null ? FIRST_CODE_MS : NEXT_CODES_MS;
      shown = code;
      show();
    },
    showAgain: show,
  };
}

function reportStanzas(sock: WASocket, events: ConnectionEvents): void {
  // The library has no event for the server's acknowledgement.
  sock.ws.on("CB:ack,class:message", ({ attrs }: BinaryNode) => {
    if (attrs.id) events.acknowledged(attrs.id, attrs.error ?? null);
  });
  sock.ws.on("frame", (frame: BinaryNode | Uint8Array) => {
    events.frame("tag" in frame && (frame.tag === "message" || frame.tag === "receipt"));
  });
}

function reportEvents(
  deps: SessionDeps,
  owner: SessionOwner,
  sock: WASocket,
  parts: { store: AuthStore; caches: SessionCaches; codes: CodeShow },
  events: ConnectionEvents,
): void {
  const { store, caches, codes } = parts;
  sock.ev.process((map) => {
    if (map["creds.update"]) {
      store.saveCreds().catch((error) => {
        deps.log.warn({ instance_id: owner.instance_id, error: String(error) }, "credentials were not saved");
      });
    }
    const update = map["connection.update"];
    if (update?.qr) codes.next(update.qr);
    if (update?.isNewLogin) events.linked();
    if (update?.connection === "open") events.open();
    if (update?.receivedPendingNotifications) events.drained();
    if (update?.connection === "close") {
      flushEvents(sock);
      events.closed(closeReason(update.lastDisconnect?.error));
    }
    if (map["messages.upsert"]) events.messages(map["messages.upsert"].messages);
    if (map["messages.update"]) events.receipts(readReceipts(map["messages.update"]));
    if (map["message-receipt.update"]) events.receipts(readGroupReceipts(map["message-receipt.update"]));
    for (const group of map["groups.update"] ?? []) if (group.id) caches.groups.del(group.id);
    if (map["group-participants.update"]) caches.groups.del(map["group-participants.update"].id);
  });
}

/** 428, a closed line, when the library gave no code. */
function closeReason(error: unknown): CloseReason {
  const output: unknown = error instanceof Error ? Reflect.get(error, "output") : undefined;
  const code: unknown = typeof output === "object" && output !== null ? Reflect.get(output, "statusCode") : undefined;
  return {
    code: typeof code === "number" ? code : 428,
    data: error instanceof Error ? Reflect.get(error, "data") : undefined,
  };
}
