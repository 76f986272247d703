import { setTimeout as pause } from "node:timers/promises";
import { eventually } from "../../test/support/eventually.ts";
import { textOf } from "./chaos.ts";
import { exportFaults } from "./exports.ts";
import { orderFaults, streamFaults } from "./order.ts";
import type { Pair, Town } from "./town.ts";

/** The pause between two checks of whether all messages between numbers and people have been decrypted. */
const LOOK_MS = 500;

interface Logins {
  phone: string;
  late_messages: number;
}

/**
 * Checks everything that must be true after any chaos, no matter what went wrong.
 * @returns a sentence for each broken promise, or an empty list if there is none.
 */
export async function faultsFound(town: Town): Promise<string[]> {
  return [
    ...(await acceptedFaults(town)),
    ...(await writtenFaults(town)),
    ...(await socketFaults(town)),
    ...(await keyFaults(town)),
    ...(await orderFaults(town)),
    ...(await exportFaults(town)),
    ...(await streamFaults(town)),
  ];
}

/** Checks that every accepted message was sent and is shown exactly once. */
async function acceptedFaults(town: Town): Promise<string[]> {
  const faults: string[] = [];
  for (const pair of town.pairs) {
    const shown = await town.shownTo(pair);
    const accepted = [...town.accepted.values()].filter((one) => one.pair === pair).map(({ text }) => text);
    for (const text of accepted) {
      const times = shown.filter((one) => one === text).length;
      if (times !== 1) faults.push(`"${text}" is shown ${times} times to ${pair.person}`);
    }
    for (const text of shown) {
      if (!accepted.includes(text)) faults.push(`"${text}" is shown to ${pair.person} and was never accepted`);
    }
  }
  const listed = await town.listed();
  if (listed.length !== town.accepted.size) faults.push(`${listed.length} listed, ${town.accepted.size} accepted`);
  for (const { id, status, error_code } of listed) {
    if (!["sent", "delivered", "read"].includes(String(status)))
      faults.push(`${id} ended as ${status} (${error_code})`);
  }
  const sent = new Map<string, number>();
  for (const { type, data } of await town.events()) {
    if (type === "message.status" && data.status === "sent")
      sent.set(String(data.id), (sent.get(String(data.id)) ?? 0) + 1);
  }
  for (const id of town.accepted.keys()) {
    if (sent.get(id) !== 1) faults.push(`${id} was reported as sent ${sent.get(id) ?? 0} times`);
  }
  return faults;
}

/** Checks that everything people wrote was reported exactly once, by event ID. */
async function writtenFaults(town: Town): Promise<string[]> {
  const events = await town.events();
  const faults: string[] = [];
  if (new Set(events.map(({ id }) => id)).size !== events.length) faults.push("an event id came twice");
  const received = events.filter(({ type }) => type === "message.received").map(textOf);
  for (const [text, pair] of town.written) {
    const times = received.filter((one) => one === text).length;
    if (times !== 1) faults.push(`"${text}" was reported ${times} times by ${pair.phone}`);
  }
  if (received.length !== town.written.size)
    faults.push(`${received.length} reports for ${town.written.size} messages`);
  return faults;
}

/**
 * Checks that the network never saw a number with two live connections over which both owners could send. The next
 * owner's connection may replace an older connection (a suspended process's connection stays open), as long as nothing
 * more is sent over the older connection.
 */
async function socketFaults(town: Town): Promise<string[]> {
  const { body } = await town.gateway.sandbox<{ data: Logins[] }>("GET", "/connections");
  return body.data.flatMap(({ phone, late_messages: late }) =>
    late > 0 ? [`${phone} sent ${late} messages after another connection had taken over`] : [],
  );
}

/** Checks that no key material was lost: each number and its person can still exchange messages in both directions. */
async function keyFaults(town: Town): Promise<string[]> {
  await Promise.all(
    town.pairs.map(async (pair, n) => {
      await town.write(pair, `still there ${n}`);
      await town.send(pair, `still here ${n}`);
    }),
  );
  const silent = async () => {
    const reported = new Set((await town.events()).map(textOf));
    const isUnderstood = async (pair: Pair, n: number) =>
      reported.has(`still there ${n}`) && (await town.shownTo(pair)).includes(`still here ${n}`);
    const understood = await Promise.all(town.pairs.map(isUnderstood));
    return town.pairs.filter((_, n) => !understood[n]);
  };
  // Checks all numbers with a single request, and pauses between checks, because an account is limited to 600 requests
  // a minute.
  const isDone = async () => {
    await pause(LOOK_MS);
    return (await silent()).length === 0;
  };
  await eventually("all to be understood", isDone, 90_000).catch(() => {});
  return (await silent()).map(({ phone }) => `${phone} does not talk any more`);
}
