import { type BinaryNode, buildAckStanza, type WASocket } from "@whiskeysockets/baileys";
import { takenAddress, takenId } from "../inbound/bounds/ids.ts";
import { foreignNode } from "../inbound/bounds/node.ts";
import { isWord } from "../inbound/bounds/texts.ts";
import type { CopyRequest } from "../inbound/may-resend.ts";
import { AnswerUnknown } from "../shared/known-answer.ts";
import type { CopyFailed } from "./repeat-retry-requests.ts";

/** How a request for copies is judged. */
export interface CopyGuard {
  /** Reads it; null: it can be granted to nobody. */
  read(node: ReturnType<typeof foreignNode>): CopyRequest | null;
  /** @throws when the table or the network does not answer. */
  mayResend(request: CopyRequest): Promise<boolean>;
  failed: CopyFailed;
}

/**
 * The library sends a message again to anyone who names its id. A request from somebody to whom the message was not
 * sent is acknowledged here, and the library never sees it: it would also start a session with them. When the network
 * does not say who is in a group, the request is left to be repeated on the next connection.
 */
export function guardCopies(sock: WASocket, { read, mayResend, failed }: CopyGuard): void {
  const emit = sock.ws.emit.bind(sock.ws);
  const refuse = (node: BinaryNode, { attrs } = foreignNode(node)) => {
    // Without both there is nobody to answer, and the frame would be broken.
    if (takenId(attrs.id) === null || takenAddress(attrs.from) === null) return;
    // Not acknowledged: the network brings it again with the next connection.
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
