import { type BinaryNode, buildAckStanza, type WASocket } from "@whiskeysockets/baileys";
import { takenAddress, takenId } from "../inbound/bounds/ids.ts";
import { foreignNode } from "../inbound/bounds/node.ts";
import { isWord } from "../inbound/bounds/texts.ts";
import type { CopyRequest } from "../inbound/may-resend.ts";
import { AnswerUnknown } from "../shared/known-answer.ts";
import type { CopyFailed } from "./repeat-retry-requests.ts";

/** The functions that check requests for copies of messages. */
export interface CopyGuard {
  /** Parses the request. Returns null if it must be denied, no matter who sent it. */
  read(node: ReturnType<typeof foreignNode>): CopyRequest | null;
  /** @throws if the table or the network does not answer. */
  mayResend(request: CopyRequest): Promise<boolean>;
  failed: CopyFailed;
}

/**
 * Hides a request for a copy of a message from the library, and only acknowledges it, if the message was not sent to
 * the person who made the request. The library would resend the message to anyone who knows its id, and start an
 * encryption session with them. If the network does not report who is in a group, the request stays unacknowledged, so
 * the network repeats it on the next connection.
 */
export function guardCopies(sock: WASocket, { read, mayResend, failed }: CopyGuard): void {
  const emit = sock.ws.emit.bind(sock.ws);
  const refuse = (node: BinaryNode, { attrs } = foreignNode(node)) => {
    // Without a valid id and address, there is nobody to send the acknowledgement to, and the stanza would be
    // malformed.
    if (takenId(attrs.id) === null || takenAddress(attrs.from) === null) return;
    // If this acknowledgement fails, the network sends the request again on the next connection.
    sock.sendNode(buildAckStanza(node, undefined, sock.authState.creds.me?.id)).catch(() => {});
  };
  sock.ws.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== "CB:receipt") return emit(event, ...args);
    const node = args[0] as BinaryNode; // the library emits one node with this event
    const closed = foreignNode(node);
    if (!isWord(closed.attrs.type, "retry")) return emit(event, ...args);
    const request = read(closed);
    if (!request) {
      refuse(node);
      return true;
    }
    mayResend(request).then(
      (may) => (may ? emit(event, ...args) : refuse(node)),
      (error: unknown) => {
        if (!(error instanceof AnswerUnknown) && !failed(error, request.network_ids)) refuse(node);
      },
    );
    return true;
  };
}
