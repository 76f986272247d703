import { anotherAccount } from "../../../test/support/another-account.ts";
import type { Call, Gateway } from "../../../test/support/gateway.ts";
import { linkNumber } from "../../../test/support/linked-number.ts";
import { inParallel } from "../measure.ts";

/** How many people each number replies to. A message to a person waits only for the previous message to that person. */
export const PEOPLE = 20;

/**
 * A linked number and the people who wrote to it. It has its own account, because the request limit per minute applies
 * to accounts.
 */
export interface WrittenNumber {
  api: Call;
  instance: string;
  phone: string;
  people: string[];
}

/**
 * Links numbers, sets `url` as their accounts' webhook, and creates people who write to each number and read incoming
 * messages immediately.
 */
export async function writtenNumbers(gateway: Gateway, count: number, url: string): Promise<WrittenNumber[]> {
  const numbers: WrittenNumber[] = [];
  for (let n = 0; n < count; n++) {
    const api = await anotherAccount(gateway);
    const set = await api("PATCH", "/v1/webhook", { url });
    if (set.status !== 200) throw new Error(`The webhook was refused: ${JSON.stringify(set.body)}`);
    const phone = `5511988${String(count * 1_000 + n).padStart(6, "0")}`;
    const { id: instance } = await linkNumber({ ...gateway, api }, phone, `Number ${n}`);
    const people = await readers(gateway, phone, count * 100_000 + n * 100);
    numbers.push({ api, instance, phone, people });
  }
  return numbers;
}

/** Creates people whose phones are online and show incoming messages. Each of them has written to `phone`. */
export async function readers(gateway: Pick<Gateway, "sandbox">, phone: string, from: number): Promise<string[]> {
  const people = Array.from({ length: PEOPLE }, (_, n) => `551196${String(from + n).padStart(7, "0")}`);
  await inParallel(PEOPLE, 4, async (n) => {
    const person = String(people[n]);
    await gateway.sandbox("POST", "/phones", { phone: person, name: `Person ${n}` });
    await gateway.sandbox("PATCH", `/phones/${person}`, { auto_read: true });
    const wrote = await gateway.sandbox("POST", `/phones/${person}/messages`, { to: phone, text: "Hello" });
    if (wrote.status !== 201) throw new Error(`A person could not write: ${JSON.stringify(wrote.body)}`);
  });
  return people;
}
