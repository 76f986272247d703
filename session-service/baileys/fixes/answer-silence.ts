import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { NO_ANSWER } from "../shared/known-answer.ts";

const WAITS_FOR = "TAG:";

/**
 * Makes all of the library's queries fail if the network doesn't respond, including the queries within the library's
 * own calls. Without this, an unanswered query resolves to `undefined`, which most callers interpret as "there is none"
 * or "done". For example, a message to devices that weren't known yet was sent only to our own phone. Shortly before
 * the library's own timeout, an overdue query is answered with an error.
 * @param afterMs how long to wait for an answer. Must be less than the library's own timeout.
 */
export function answerSilence({ ws }: Pick<WASocket, "ws">, afterMs: number): void {
  const waiting = new Map<string, NodeJS.Timeout>();
  const [on, off] = [ws.on.bind(ws), ws.off.bind(ws)];
  ws.on = (event: string, ...more) => {
    if (event.startsWith(WAITS_FOR) && !waiting.has(event)) {
      waiting.set(
        event,
        setTimeout(() => ws.emit(event, noAnswer(event.slice(WAITS_FOR.length))), afterMs),
      );
    }
    return on(event, ...more);
  };
  ws.off = (event: string, ...more) => {
    clearTimeout(waiting.get(event));
    waiting.delete(event);
    return off(event, ...more);
  };
}

/** An error stanza without a code, so it can't be mistaken for a refusal by the network. */
const noAnswer = (id: string): BinaryNode => ({
  tag: "iq",
  attrs: { id, type: "error" },
  content: [{ tag: "error", attrs: { text: NO_ANSWER } }],
});
