import type { BaileysEventMap, BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { ProxyFault } from "../../../core/http/proxy/proxy-fault.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { flushEvents } from "../fixes/flush-before-end.ts";
import { takenAddress, takenId, takenServerId } from "../inbound/bounds/ids.ts";
import { foreignNode, partOf } from "../inbound/bounds/node.ts";
import { takenName } from "../inbound/bounds/texts.ts";
import { isUnreadable } from "../inbound/is-unreadable.ts";
import type { AuthStore } from "../keys/auth-store.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { reportErrors } from "../shared/library-log.ts";
import { PROXY_FAILED } from "../shared/proxy-failed.ts";
import type { CloseReason, ConnectionEvents } from "./connection.ts";
import type { CodeShow } from "./show-codes.ts";
import { quotaOf, timeLock } from "./standing.ts";

/** Reports the acknowledgements of sent messages, and the arrival of any stanza. */
export function reportStanzas(sock: WASocket, events: ConnectionEvents): void {
  // The library has no event for the server's acknowledgement.
  sock.ws.on("CB:ack,class:message", (node: BinaryNode) => {
    const { attrs } = foreignNode(node);
    const id = takenId(attrs.id);
    if (id === null) return;
    const server_id = takenServerId(attrs.server_id);
    const answer = { error: takenName(attrs.error), ...(server_id !== null && { server_id }) };
    events.acknowledged(id, answer, takenAddress(attrs.from) ?? "");
  });
  // The library only handles the first part of a notice of this kind.
  sock.ws.on("CB:notification,type:account_sync", (node: BinaryNode) => {
    if (partOf(foreignNode(node), "blocklist")) events.blocks();
  });
  sock.ws.on("frame", (frame: BinaryNode | Uint8Array) => {
    events.frame("tag" in frame && (frame.tag === "message" || frame.tag === "receipt"));
  });
}

/**
 * Reports the library's events. If an event can't be processed, the other events emitted with it are still reported.
 */
export function reportEvents(
  deps: ConnectionDeps,
  owner: Owner,
  sock: WASocket,
  parts: { store: AuthStore; codes: CodeShow },
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

/** Returns the handlers for the library's events, in the order in which events emitted together are handled. */
function toldOf(
  deps: ConnectionDeps,
  owner: Owner,
  sock: WASocket,
  { store, codes }: { store: AuthStore; codes: CodeShow },
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
      const { messages, type } = map["messages.upsert"] ?? {};
      if (!messages) return;
      deps.metrics?.count("MessagesReceived", messages.length);
      deps.metrics?.count("DecryptErrors", messages.filter(isUnreadable).length);
      events.messages(messages, type === "notify");
    },
    pair(map) {
      if (map["lid-mapping.update"]) events.pair(map["lid-mapping.update"]);
    },
  };
}

/**
 * Returns why a connection closed. If the library specified no code, the code is 428, which means a closed connection.
 */
function closeReason(error: unknown): CloseReason {
  const cause: unknown = error instanceof Error ? Reflect.get(error, "data") : undefined;
  if (cause instanceof ProxyFault) return { code: PROXY_FAILED, data: undefined };
  const output: unknown = error instanceof Error ? Reflect.get(error, "output") : undefined;
  const code: unknown = typeof output === "object" && output !== null ? Reflect.get(output, "statusCode") : undefined;
  return {
    code: typeof code === "number" ? code : 428,
    data: cause,
  };
}
