import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { NO_ANSWER } from "../shared/known-answer.ts";

const WAITS_FOR = "TAG:";

/**
 * Makes silence an error for everything that the library asks, also inside its own calls. The library's queries resolve
 * to `undefined` when nobody answers, and most of its callers take that for "there is none" or for "done": a message to
 * unknown devices was then sent only to our own phone. A query that waits too long gets an error in the network's
 * place, shortly before the library's own limit would end it.
 * @param afterMs how long to wait for an answer; less than the library's own limit.
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

/** It has no code, so nobody takes it for a refusal. */
const noAnswer = (id: string): BinaryNode => ({
  tag: "iq",
  attrs: { id, type: "error" },
  content: [{ tag: "error", attrs: { text: NO_ANSWER } }],
});
