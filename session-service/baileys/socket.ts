import {
  type BinaryNode,
  generateMessageIDV2,
  type LIDMapping,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { SessionDeps, SessionOwner } from "../session-deps.ts";
import type { AuthStore } from "./auth-store.ts";
import { endSocket, flushEvents } from "./fixes/flush-before-end.ts";
import { keepReceipts } from "./fixes/keep-receipts.ts";
import { refreshLinkSecret, withCurrentSecret } from "./fixes/refresh-link-secret.ts";
import type { ReadReceipt } from "./inbound/read-receipts.ts";
import { createSender, type Sender } from "./outbound/sender.ts";
import { repairedSocket } from "./repaired-socket.ts";
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
  /** Resolves when they are stored: only then they are acknowledged. */
  receipts(receipts: ReadReceipt[]): Promise<void>;
  /** A private id and a phone turned out to be one person's. */
  pair(pair: LIDMapping): void;
  acknowledged(networkId: string, error: string | null): void;
  /** Something came in; `content`: a message or a receipt. */
  frame(content: boolean): void;
}

/** One connection to the network; never used again once closed. */
export interface Connection extends Sender {
  ownId(): string | null;
  newNetworkId(): string;
  presence(kind: "available" | "unavailable" | "composing" | "paused", chat?: string): Promise<void>;
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
  owner: SessionOwner,
  parts: { store: AuthStore; caches: SessionCaches },
  events: ConnectionEvents,
): Connection {
  const { store, caches } = parts;
  const { sock, lock } = repairedSocket(deps, owner, parts);
  const codes = showCodes(store, events);
  refreshLinkSecret(sock, codes.showAgain);
  keepReceipts(sock, (receipts) => events.receipts(receipts));
  reportStanzas(sock, events);
  reportEvents(deps, owner, sock, { store, caches, codes }, events);

  return {
    ...createSender(deps, owner, sock, caches),
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
    if (map["lid-mapping.update"]) events.pair(map["lid-mapping.update"]);
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
