import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { eventually } from "../../test/support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { inbox, linkNumber } from "../../test/support/linked-number.ts";

type Json = Record<string, unknown>;

const SHOP = "5511988880000";
const ANA = "5511977770001";
/** The number of calls that the client makes in parallel. This keeps it below 600 calls a minute. */
const AT_ONCE = 4;
const ARRIVES_MS = 300_000;

/** The result of a case. */
export interface CaseResult {
  /** A sentence for each broken promise. */
  faults: string[];
  /** The time from each kill until the number sent messages again, in ms. */
  backAfterMs: number[];
}

/** A number and a person who has written to it. Their data outlives the gateway's processes. */
interface Scene {
  gateway(): Gateway;
  restart(): Promise<void>;
  instance: string;
  end(): Promise<void>;
}

async function openScene(): Promise<Scene> {
  const folder = temporaryFolder();
  let gateway = await startGateway(folder.path);
  const { id } = await linkNumber(gateway, SHOP);
  await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Hello" });
  await eventually("the person to be known", async () => {
    const list = await gateway.api<{ data: Json[] }>("GET", `/v1/messages?instance_id=${id}&direction=in`);
    return list.body.data.length === 1;
  });
  return {
    gateway: () => gateway,
    instance: id,
    async restart() {
      await gateway.killEverything();
      gateway = await startGateway(folder.path);
    },
    async end() {
      await gateway.stop();
      folder.remove();
    },
  };
}

/**
 * Tests a situation in which other gateways are known to lose and duplicate messages. Kills everything with `kill -9`
 * while a client is sending. The client repeats each call with the same key until it is answered, and repeats some
 * calls even after that.
 */
export async function sendsOverKills(sends: number, kills: number): Promise<CaseResult> {
  const scene = await openScene();
  const faults: string[] = [];
  const backAfterMs: number[] = [];
  try {
    const accepted = new Set<string>();
    const keys = Array.from({ length: sends }, () => randomUUID());
    const calls = eachAtOnce(sends, async (n) => {
      const times = n % 5 === 0 ? 2 : 1; // some repeat though they were answered
      for (let time = 0; time < times; time++) await untilAnswered(scene, `text ${n}`, keys[n] ?? "", faults);
      accepted.add(`text ${n}`);
    });
    for (let kill = 1; kill <= kills; kill++) {
      await eventually("the next kill", () => accepted.size >= (sends * kill) / (kills + 1), ARRIVES_MS);
      const killedAt = performance.now();
      await scene.restart();
      const before = (await shown(scene)).length;
      await eventually("the number to send again", async () => (await shown(scene)).length > before, ARRIVES_MS);
      backAfterMs.push(performance.now() - killedAt);
    }
    await calls;
    faults.push(...(await arrivalFaults(scene, accepted)));
    return { faults, backAfterMs };
  } finally {
    await scene.end();
  }
}

/**
 * Cuts connections while a client is sending. No call may hang or be refused, and everything must arrive exactly once.
 */
export async function sendsOverCuts(sends: number, cuts: number): Promise<CaseResult> {
  const scene = await openScene();
  const faults: string[] = [];
  try {
    const accepted = new Set<string>();
    await eachAtOnce(sends, async (n) => {
      if (n % Math.ceil(sends / cuts) === 0)
        await scene.gateway().sandbox("POST", "/faults", { kind: "drop_connections" });
      const body = { instance_id: scene.instance, to: ANA, text: `text ${n}` };
      const answer = await scene.gateway().api("POST", "/v1/messages", body);
      if (answer.status !== 202) faults.push(`a call was answered with ${answer.status}`);
      accepted.add(`text ${n}`);
    });
    faults.push(...(await arrivalFaults(scene, accepted)));
    return { faults, backAfterMs: [] };
  } finally {
    await scene.end();
  }
}

/** Has the network silently lose messages. They must never be reported as sent, and must fail with the true reason. */
export async function swallowedSends(sends: number): Promise<CaseResult> {
  const scene = await openScene();
  const faults: string[] = [];
  try {
    const { api, sandbox } = scene.gateway();
    await sandbox("POST", "/faults", { kind: "swallow_messages", for_seconds: 86_400 });
    for (let n = 0; n < sends; n++) {
      await api("POST", "/v1/messages", { instance_id: scene.instance, to: ANA, text: `text ${n}` });
    }
    const outgoing = async () =>
      (await api<{ data: Json[] }>("GET", `/v1/messages?instance_id=${scene.instance}&direction=out`)).body.data;
    await eventually(
      "all of them to end",
      async () => {
        await sandbox("POST", "/clock", { advance_seconds: 31 });
        return (await outgoing()).every(({ status }) => status === "failed");
      },
      ARRIVES_MS,
    );
    for (const { id, error_code } of await outgoing()) {
      if (error_code !== "no_receipt") faults.push(`${id} failed as ${error_code}`);
    }
    if ((await outgoing()).length !== sends) faults.push("not every message is in the list");
    await pause(2_500); // polling shows an event two seconds after it was made
    const events = (await api<{ data: { type: string; data: Json }[] }>("GET", "/v1/events?limit=100")).body.data;
    const said = events.filter(({ type }) => type === "message.status").map(({ data }) => data.status);
    if (said.some((status) => status !== "failed")) faults.push(`the events say ${said.join(", ")}`);
    if (said.length !== sends) faults.push(`${said.length} events for ${sends} messages`);
    return { faults, backAfterMs: [] };
  } finally {
    await scene.end();
  }
}

/** Works like a careful client: repeats the same call with the same key until it is answered. */
async function untilAnswered(scene: Scene, text: string, key: string, faults: string[]): Promise<void> {
  const body = { instance_id: scene.instance, to: ANA, text };
  for (;;) {
    const answer = await scene
      .gateway()
      .api("POST", "/v1/messages", body, { "idempotency-key": key })
      .catch(() => null);
    if (answer?.status === 202 || answer?.status === 200) return;
    if (answer && answer.status !== 429 && answer.status < 500) {
      faults.push(`a call was answered with ${answer.status}`);
      return;
    }
    await pause(200);
  }
}

const shown = async (scene: Scene) =>
  (await inbox(scene.gateway(), ANA)).filter(({ from }) => from === SHOP).map(({ text }) => String(text));

/** Waits until everything has arrived, then counts the messages. */
async function arrivalFaults(scene: Scene, accepted: Set<string>): Promise<string[]> {
  const missing = async () => {
    const there = new Set(await shown(scene));
    return [...accepted].filter((text) => !there.has(text));
  };
  await eventually("everything to arrive", async () => (await missing()).length === 0, ARRIVES_MS).catch(() => {});
  // Wait long enough to count late copies too.
  await scene.gateway().sandbox("POST", "/clock", { advance_seconds: 130 });
  const lost = await missing();
  const all = await shown(scene);
  const doubled = all.filter((text, at) => all.indexOf(text) !== at);
  return [...lost.map((text) => `"${text}" is lost`), ...doubled.map((text) => `"${text}" came again`)];
}

async function eachAtOnce(count: number, job: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await job(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
