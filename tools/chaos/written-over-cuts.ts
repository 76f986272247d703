import { eventually } from "../../test/support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { linkNumber } from "../../test/support/linked-number.ts";
import { type Receiver, startReceiver } from "../../test/support/receiver.ts";
import type { CaseResult } from "./known-failures.ts";

interface Event {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

const SHOP = "5511988880000";
const PEOPLE = Array.from({ length: 20 }, (_, n) => `55119666600${String(n).padStart(2, "0")}`);
const ARRIVES_MS = 180_000;

/**
 * Has twenty people write at the same time while the number's connection is cut again and again. Each text must be
 * reported exactly once.
 */
export async function writtenOverCuts(messages: number, cuts: number): Promise<CaseResult> {
  const folder = temporaryFolder();
  const [gateway, receiver] = await Promise.all([startGateway(folder.path), startReceiver()]);
  try {
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
    await linkNumber(gateway, SHOP);
    return { faults: await cutWhileWritten({ gateway, receiver, shop: SHOP }, messages, cuts), backAfterMs: [] };
  } finally {
    await gateway.stop();
    await receiver.stop();
    folder.remove();
  }
}

/** Runs the same case with a number that is already linked. @returns a sentence for each broken promise. */
export async function cutWhileWritten(
  { gateway, receiver, shop }: { gateway: Gateway; receiver: Receiver; shop: string },
  messages: number,
  cuts: number,
): Promise<string[]> {
  for (const phone of PEOPLE) await gateway.sandbox("POST", "/phones", { phone, name: `Person ${phone.at(-1)}` });
  const each = messages / PEOPLE.length;
  const texts = new Map(PEOPLE.map((phone) => [phone, textsOf(phone, each)]));
  const cutEvery = each / cuts;
  await Promise.all(
    [...texts].map(async ([phone, own], n) => {
      for (const [index, text] of own.entries()) {
        const isCut = n === 0 && index % cutEvery === Math.floor(cutEvery / 2);
        if (isCut) await gateway.sandbox("POST", "/faults", { kind: "drop_connections" });
        await gateway.sandbox("POST", `/phones/${phone}/messages`, { to: shop, text });
      }
    }),
  );
  const all = [...texts.values()].flat();
  const received = () =>
    receiver.requests
      .map(({ body }) => JSON.parse(body) as Event)
      .filter(({ type, data }) => type === "message.received" && PEOPLE.includes(String(data.phone)));
  // If the same event arrives again, it is a repeat. A second event for the same text would be a fault.
  const reported = () => [...new Map(received().map(({ id, data }) => [id, String(data.body)])).values()];
  await eventually(`${all.length} events`, () => reported().length >= all.length, ARRIVES_MS).catch(() => {});
  const times = Map.groupBy(reported(), (text) => text);
  return [
    ...all.flatMap((text) => {
      const count = times.get(text)?.length ?? 0;
      return count === 1 ? [] : [`"${text}" was reported ${count} times`];
    }),
    ...reported().flatMap((text) => (all.includes(text) ? [] : [`"${text}" was reported and never written`])),
  ];
}

const textsOf = (phone: string, count: number) => Array.from({ length: count }, (_, n) => `${phone} says ${n}`);
