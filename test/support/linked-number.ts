import { daytimeZone } from "./daytime.ts";
import { eventually } from "./eventually.ts";
import type { Gateway } from "./gateway.ts";

interface Envelope {
  data: Record<string, unknown>;
}

/**
 * Creates a phone in the sandbox and an instance through the API, in a time zone where it is daytime, and scans the
 * instance's code with the phone.
 */
export async function linkNumber(
  gateway: Gateway,
  phone: string,
  name = "Shop",
): Promise<{ id: string; phone: string }> {
  await gateway.sandbox("POST", "/phones", { phone, name });
  const created = await gateway.api<Envelope>("POST", "/v1/instances", { name });
  const id = String(created.body.data.id);
  const clock = await gateway.sandbox<{ now: string }>("GET", "/clock");
  const timezone = daytimeZone(new Date(clock.body.now));
  const changed = await gateway.api("PATCH", `/v1/instances/${id}`, { protection_settings: { timezone } });
  if (changed.status >= 300) throw new Error(`The zone was refused: ${JSON.stringify(changed.body)}`);
  await scanCode(gateway, id, phone);
  return { id, phone };
}

/** Links a number and makes a person write to it, so messages to them don't count as first messages. */
export async function linkKnownTo(gateway: Gateway, phone: string, person: string): Promise<{ id: string }> {
  const shop = await linkNumber(gateway, phone);
  await gateway.sandbox("POST", "/phones", { phone: person, name: "Ana" });
  await gateway.sandbox("POST", `/phones/${person}/messages`, { to: phone, text: "Hello" });
  await eventually("the person to be known", async () => {
    const path = `/v1/messages?instance_id=${shop.id}&direction=in`;
    return (await gateway.api<{ data: unknown[] }>("GET", path)).body.data.length === 1;
  });
  return shop;
}

/**
 * The errors that the phone reports if the session whose code it scanned has moved to another task, which shows a new
 * code.
 */
const SCAN_A_NEW_CODE = ["code_expired", "link_failed"];

/** Polls for the instance's code as a client would, scans it, and waits until the instance is working. */
export async function scanCode(gateway: Gateway, instance: string, phone: string): Promise<void> {
  await eventually("a code to be scanned", async () => {
    const answer = await gateway.api<Envelope>("GET", `/v1/instances/${instance}/qr`);
    if (answer.status !== 200) return false;
    const value = String(answer.body.data.value);
    const scanned = await gateway.sandbox<{ code?: string }>("POST", `/phones/${phone}/scan`, { value });
    if (scanned.status < 300) return true;
    if (SCAN_A_NEW_CODE.includes(String(scanned.body.code))) return false;
    throw new Error(`The scan was refused: ${JSON.stringify(scanned.body)}`);
  });
  await eventually("the instance to work", () => hasStatus(gateway, instance, "working"));
}

export async function hasStatus(gateway: Gateway, instance: string, status: string): Promise<boolean> {
  const answer = await gateway.api<Envelope>("GET", `/v1/instances/${instance}`);
  return answer.body.data.status === status;
}

/** Returns the messages shown on a phone. */
export async function inbox(gateway: Gateway, phone: string): Promise<Record<string, unknown>[]> {
  const answer = await gateway.sandbox<{ data?: Record<string, unknown>[] } & Record<string, unknown>[]>(
    "GET",
    `/phones/${phone}/messages`,
  );
  return answer.body.data ?? answer.body;
}
