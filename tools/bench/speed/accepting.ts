import {
  DynamoDBClient,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { ulid } from "ulid";
import { inParallel } from "../measure.ts";
import { ANA, type CountedGateway } from "../support/counted-gateway.ts";
import { TEXT } from "../support/flows.ts";
import type { Counts } from "./counts.ts";
import { awsOf, type SpeedGateway } from "./speed-gateway.ts";

const WIDTH = 16;
/**
 * The number of requests per round. Each round takes place in its own minute on the gateway's clock, because an account
 * can only send 600 requests a minute.
 */
const ROUND = 200;
const ROUNDS = 4;

interface Side {
  perSecond: number;
  p50: number;
  p99: number;
}

/** Accepting messages through the API, compared with making the same writes without the API, in milliseconds. */
export interface Accepting {
  ours: Side;
  bare: Side;
  /** The median duration of an accepted request, divided by that of its writes alone. */
  ratio: number;
}

type Asked = Pick<CountedGateway, "api" | "instance">;

async function accept({ api, instance }: Asked): Promise<void> {
  const answer = await api("POST", "/v1/messages", { instance_id: instance, to: ANA, text: TEXT });
  if (answer.status !== 202) throw new Error(`A send was refused: ${JSON.stringify(answer.body)}`);
}

/** Stops the instance, so that only accepting messages is measured. */
async function stopInstance(gateway: Asked, settle: () => Promise<void>): Promise<void> {
  await gateway.api("POST", `/v1/instances/${gateway.instance}/stop`);
  await settle();
}

/** Returns the AWS requests made to accept a message while the instance is stopped. */
export async function acceptingCalls(gateway: CountedGateway): Promise<Counts["accepting"]> {
  await stopInstance(gateway, gateway.settle);
  await accept(gateway);
  const calls = await gateway.requestsOf(() => accept(gateway));
  return calls.map(({ action, input }) => ({ action, input }));
}

/**
 * Measures how fast messages are accepted while the instance is stopped, so nothing else runs in the meantime. @param
 * counts contains the writes made for an accepted message.
 */
export async function measureAccepting(gateway: SpeedGateway, counts: Counts): Promise<Accepting> {
  await stopInstance(gateway, gateway.nextMinute);
  const send = () => accept(gateway);
  await send();
  const write = sameWrites(counts, gateway);
  const times = { ours: [] as number[], bare: [] as number[] };
  const totals = { ours: 0, bare: 0 };
  for (let round = -1; round < ROUNDS; round++) {
    for (const [who, job] of [
      ["ours", send],
      ["bare", write],
    ] as const) {
      await gateway.nextMinute();
      const { durationsMs, totalMs } = await inParallel(ROUND, WIDTH, job);
      if (round < 0) continue; // warms both
      times[who].push(...durationsMs);
      totals[who] += totalMs;
    }
  }
  const side = (who: "ours" | "bare"): Side => {
    const sorted = times[who].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { perSecond: (ROUND * ROUNDS) / (totals[who] / 1_000), p50: at(0.5), p99: at(0.99) };
  };
  const [ours, bare] = [side("ours"), side("bare")];
  return { ours, bare, ratio: ours.p50 / bare.p50 };
}

/**
 * Returns a function that repeats an accepted request's writes with a new id each time: the transaction, and the
 * request count.
 */
function sameWrites({ accepting: calls, account, instance }: Counts, gateway: SpeedGateway): () => Promise<void> {
  const transaction = calls.find(({ action }) => action === "TransactWriteItems");
  if (!transaction) throw new Error("Accepting a message made no transaction.");
  const { ClientRequestToken: _, ...input } = transaction.input;
  const text = JSON.stringify(input).replaceAll(account, gateway.accountId).replaceAll(instance, gateway.instance);
  const id = /msg_([0-9A-Z]{26})/.exec(text)?.[1];
  if (id === undefined) throw new Error("The transaction holds no message.");
  const TableName = /"TableName":"([^"]+)"/.exec(text)?.[1];
  const updates = calls.filter(({ action }) => action === "UpdateItem").length;
  const client = new DynamoDBClient(awsOf(gateway.awsEnv));
  return async () => {
    for (let n = 0; n < updates; n++) {
      await client.send(
        new UpdateItemCommand({
          TableName,
          Key: { pk: { S: "ACC#bench" }, sk: { S: `RATE#${n}` } },
          UpdateExpression: "ADD #c :one",
          ExpressionAttributeNames: { "#c": "current" },
          ExpressionAttributeValues: { ":one": { N: "1" } },
        }),
      );
    }
    const again = JSON.parse(text.replaceAll(id, ulid())) as TransactWriteItemsCommandInput;
    await client.send(new TransactWriteItemsCommand(binaryRestored(again)));
  };
}

/** Binary values are base64 in the recorded requests but must be bytes for the client. */
function binaryRestored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (key, held: unknown) =>
    key === "B" && typeof held === "string" ? Buffer.from(held, "base64") : held,
  ) as T;
}
