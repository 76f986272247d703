import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "../../../local/machine/monotonic-ms.ts";
import { type Receiver, startReceiver } from "../../../test/support/receiver.ts";
import { ANA, SHOP } from "../support/counted-gateway.ts";
import { TEXT } from "../support/flows.ts";
import { startBareBot } from "../support/start-bare-bot.ts";
import type { SpeedGateway } from "./speed-gateway.ts";

export const BOT = "5511988880009";
const PATIENCE_SEC = 30;
/** How long receipts for a text from the bare library can take to arrive. */
const BARE_TAIL_MS = 15;

/** A text that has arrived. */
export interface Gone {
  /**
   * How long the text took. Outgoing: from the request until the phone shows it. Incoming: from the phone until the
   * webhook's post.
   */
  tookMs: number;
  /** Waits for everything triggered by the text to settle, including receipts and webhooks. */
  tail(): Promise<void>;
}

/** One of the two ways to send and receive texts: the gateway or the bare library. */
export interface Side {
  pid: number;
  send(): Promise<Gone>;
  receive(): Promise<Gone>;
  receiver: Receiver;
}

/** Both sides, in separate processes on the same network. */
export interface Sides {
  ours: Side;
  bare: Side;
  stop(): Promise<void>;
}

/** Links the bare library to a separate number. */
export async function openSides(gateway: SpeedGateway): Promise<Sides> {
  const receiver = await startReceiver();
  const { network, sandbox, usage } = gateway;
  await sandbox("POST", "/phones", { phone: BOT, name: "Bot" });
  const bot = await startBareBot({ network, sandbox, phone: BOT, receiverUrl: receiver.url, env: usage.env });
  const bareTail = () => pause(BARE_TAIL_MS);
  return {
    ours: {
      pid: gateway.sessionPid,
      receiver: gateway.receiver,
      send: () => sendOurs(gateway),
      async receive() {
        const tookMs = await received(gateway, gateway.receiver, SHOP);
        return { tookMs, tail: gateway.queuesEmpty };
      },
    },
    bare: {
      pid: bot.pid,
      receiver,
      async send() {
        const text = newText();
        const begunMs = monotonicMs();
        const [shownMs] = await Promise.all([shown(gateway, text), bot.send(ANA, text)]);
        return { tookMs: shownMs - begunMs, tail: bareTail };
      },
      receive: async () => ({ tookMs: await received(gateway, receiver, BOT), tail: bareTail }),
    },
    async stop() {
      bot.stop();
      await receiver.stop();
    },
  };
}

/** Returns a unique text. It spells the time in letters, because a number would be looked up as a link code. */
export function newText(): string {
  const digits = String(monotonicMs()).replace(/\D/g, "");
  return `${TEXT} ${digits.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
}

async function sendOurs(gateway: SpeedGateway): Promise<Gone> {
  const { receiver, instance } = gateway;
  const text = newText();
  receiver.requests.length = 0; // a list that grows would take longer and longer to look through
  const begunMs = monotonicMs();
  const [shownMs, answer] = await Promise.all([
    shown(gateway, text),
    gateway.api<{ data: { id: string } }>("POST", "/v1/messages", { instance_id: instance, to: ANA, text }),
  ]);
  if (answer.status !== 202) throw new Error(`A send was refused: ${JSON.stringify(answer.body)}`);
  const { id } = answer.body.data;
  return {
    tookMs: shownMs - begunMs,
    async tail() {
      const isDelivered = () => receiver.requests.some(({ body }) => body.includes(id) && body.includes('"delivered"'));
      await receiver.waitFor(isDelivered, PATIENCE_SEC * 1_000);
      await gateway.queuesEmpty();
    },
  };
}

/**
 * Returns when Ana's phone showed the text, by the machine's own clock. The network reports this time, so there is no
 * need to poll.
 */
async function shown({ sandbox }: SpeedGateway, text: string): Promise<number> {
  const path = `/phones/${ANA}/arrival?text=${encodeURIComponent(text)}&wait_seconds=${PATIENCE_SEC}`;
  const answer = await sandbox<{ shown_at_ms: number }>("GET", path);
  if (answer.status !== 200) throw new Error(`A text did not arrive: ${JSON.stringify(answer.body)}`);
  return answer.body.shown_at_ms;
}

async function received({ sandbox }: SpeedGateway, receiver: Receiver, to: string): Promise<number> {
  const text = newText();
  receiver.requests.length = 0;
  const isPosted = () => receiver.requests.some(({ body }) => body.includes(text));
  const posted = receiver.waitFor(isPosted, PATIENCE_SEC * 1_000).then(monotonicMs);
  const begunMs = monotonicMs();
  const written = await sandbox("POST", `/phones/${ANA}/messages`, { to, text });
  if (written.status !== 201) throw new Error(`Nobody could write: ${JSON.stringify(written.body)}`);
  return (await posted) - begunMs;
}
