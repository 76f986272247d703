import { readFileSync } from "node:fs";
import { join } from "node:path";
import { marshall } from "@aws-sdk/util-dynamodb";
import { DAY_MS } from "../../../core/contracts/durations.ts";
import type { Item } from "../../../core/store/table.ts";
import type { WireItem } from "../../../local/aws/dynamo/dynalite.ts";
import type { AwsCall, Watch } from "../../../local/aws/service/service.ts";
import { startSystem } from "../../../local/system/system.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { type Answer, type Call, type Gateway, temporaryFolder } from "../../../test/support/gateway.ts";
import { linkNumber } from "../../../test/support/linked-number.ts";
import { type Receiver, startReceiver } from "../../../test/support/receiver.ts";
import { addCall, type Bill, emptyBill } from "./bill.ts";
import { quietLog } from "./quiet-log.ts";

export const SHOP = "5511988880000";
/** Ana's number. Like the other people's numbers, it has two forms. */
export const ANA = "5511977770001";
/** A long time limit, for busy machines. */
export const PATIENCE_MS = 120_000;
/** A time of day at which first messages can be sent. */
const NOON = "T13:00:00+00:00";

/** The entire gateway on one machine, with one linked number and one person. Every AWS request is counted. */
export interface CountedGateway {
  api: Call;
  sandbox: Call;
  sandboxUrl: string;
  receiver: Receiver;
  instance: string;
  account: string;
  network: { url: string; rootPublicKey: string };
  /** Returns the panel's address if the gateway was started with `panel`. */
  panelUrl(): string;
  /** Returns the environment that functions use to reach the embedded services. */
  awsEnv(): Record<string, string>;
  /** Waits until nothing is left to do. This advances the clock by a few seconds. */
  settle(): Promise<void>;
  /** Measures what `work` consumes until everything that it triggered is done. */
  billOf(work: () => Promise<unknown>): Promise<Bill>;
  /** Writes new items directly into the table. */
  load(items: Item[]): Promise<void>;
  /** Returns all AWS requests made while `work` runs. */
  requestsOf(work: () => Promise<unknown>): Promise<AwsCall[]>;
  stop(): Promise<void>;
}

/**
 * Starts a counted gateway. @param options.webhook whether to set a webhook URL.
 * @param options.panel serves the panel, which is built first if it has changed.
 * @param options.gapFactor the factor by which the documented gaps are shortened.
 * @param options.keptOnDisk stores the data on disk, in case it doesn't fit into memory.
 * @param options.eventsToBus forwards events, as on a stage whose operator has rules for customers' events.
 */
export async function startCounted(options: {
  webhook: boolean;
  eventsToBus?: boolean;
  panel?: boolean;
  gapFactor?: number;
  keptOnDisk?: boolean;
}): Promise<CountedGateway> {
  const folder = temporaryFolder();
  const receiver = await startReceiver();
  const speak = quietLog();
  const watches = new Set<Watch>();
  let bill = emptyBill();
  const system = await startSystem(
    {
      port: 0,
      sandboxPort: 0,
      dataDir: folder.path,
      ephemeral: options.keptOnDisk !== true,
      allowPrivateWebhooks: true,
      gapFactor: options.gapFactor ?? 0.01,
      table_conflicts: 1,
      rights: true,
      panel: options.panel ?? false,
      eventsToBus: options.eventsToBus ?? false,
    },
    (call) => {
      addCall(bill, call);
      for (const watch of watches) watch(call);
    },
  );
  const { sandboxUrl, network } = system;
  if (sandboxUrl === null || network === null) throw new Error("A bench runs on the simulated network.");
  const api = caller(system.baseUrl, { authorization: `Bearer ${system.apiKey}` }, () => {
    bill.calls["Lambda api"] = (bill.calls["Lambda api"] ?? 0) + 1;
  });
  const sandbox = caller(sandboxUrl, {}, () => undefined);
  const clock = async (move: object) => {
    const moved = await sandbox<{ settled?: boolean }>("POST", "/clock", move);
    if (moved.status !== 200) throw new Error(`The clock was not moved: ${JSON.stringify(moved.body)}`);
  };
  /** Parses the file in which the gateway describes itself. */
  const about = () =>
    JSON.parse(readFileSync(join(folder.path, "gateway.json"), "utf8")) as {
      panel_url: string;
      aws_env: Record<string, string>;
    };
  const settle = async () => {
    // Advance the clock twice, because the first advance leaves some work for a moment later.
    await clock({ advance_seconds: 3 });
    await clock({ advance_seconds: 3 });
  };
  const stop = async () => {
    await system.stop();
    await receiver.stop();
    folder.remove();
    speak();
  };
  try {
    const { now } = (await sandbox<{ now: string }>("GET", "/clock")).body;
    await clock({ now: `${new Date(Date.parse(now) + DAY_MS).toISOString().slice(0, 10)}${NOON}` });
    const gateway = { api, sandbox } as Gateway; // the part needed for linking
    const { id: instance } = await linkNumber(gateway, SHOP);
    await sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    if (options.webhook) {
      const set = await api("PATCH", "/v1/webhook", { url: receiver.url });
      if (set.status !== 200) throw new Error(`The webhook was refused: ${JSON.stringify(set.body)}`);
    }
    await settle();
    return {
      api,
      sandbox,
      sandboxUrl,
      receiver,
      instance,
      account: system.accountId,
      network,
      panelUrl: () => about().panel_url.replace(/\/$/, ""),
      awsEnv: () => about().aws_env,
      settle,
      async billOf(work) {
        await settle();
        bill = emptyBill();
        await work();
        await settle();
        const counted = bill;
        bill = emptyBill();
        return counted;
      },
      load: (items) => system.load(items.map(wireItem)),
      async requestsOf(work) {
        const calls: AwsCall[] = [];
        const watch: Watch = (call) => void calls.push(call);
        watches.add(watch);
        await work();
        watches.delete(watch);
        return calls;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function caller(baseUrl: string, always: Record<string, string>, count: () => void): Call {
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    count();
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...always, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: Answer<T> = {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : null) as T,
    };
    return answer;
  };
}

/** Waits until one of our messages reaches a status. */
export async function reaches(gateway: CountedGateway, id: string, status: string): Promise<void> {
  await eventually(
    `message ${id} to be ${status}`,
    async () => {
      const { body } = await gateway.api<{ data: { status: string } }>("GET", `/v1/messages/${id}`);
      return body.data.status === status;
    },
    PATIENCE_MS,
  );
}

/** Converts an item to the form in which the client sends it. */
function wireItem(item: Item): WireItem {
  return marshall(item, { removeUndefinedValues: true }) as unknown as WireItem; // the same form, loosely typed there
}
