import { setTimeout as pause } from "node:timers/promises";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DAY_MS } from "../../../core/contracts/durations.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../../test/support/gateway.ts";
import { linkNumber } from "../../../test/support/linked-number.ts";
import { type Receiver, startReceiver } from "../../../test/support/receiver.ts";
import { ANA, SHOP } from "../support/counted-gateway.ts";
import { type ProcessorUsage, processorUsage } from "./processor-usage.ts";

/** A time of day at which first messages can be sent. */
const NOON = "T13:00:00+00:00";
/** How far to advance the clock: more than a minute, so that per-minute limits start over. */
const MINUTE_SEC = 130;
const LOOK_MS = 3;

/**
 * The gateway in separate processes, as `npm start` runs it, with one linked number and a person who has already
 * messaged it.
 */
export interface SpeedGateway extends Gateway {
  instance: string;
  receiver: Receiver;
  usage: ProcessorUsage;
  /** The process that runs the number's session. */
  sessionPid: number;
  /** Waits until no wake-up is waiting or being handled. The session process isn't queried for this. */
  queuesEmpty(): Promise<void>;
  /** Advances the clock by more than a minute, and waits until everything that is due has been done. */
  nextMinute(): Promise<void>;
  end(): Promise<void>;
}

/** Starts a gateway without pacing, because the benchmark measures the work done for a text, not the waiting. */
export async function startSpeedGateway(): Promise<SpeedGateway> {
  const folder = temporaryFolder();
  const receiver = await startReceiver();
  const usage = processorUsage();
  const gateway = await startGateway(folder.path, {
    PACE: "0.0001",
    EPHEMERAL: "1",
    // Simulated conflicts would add an estimated time, and only to writes. AWS's own time is estimated from the number
    // of sequential requests.
    TABLE_CONFLICTS: "0",
    ...usage.env,
  });
  const end = async () => {
    await gateway.stop();
    await receiver.stop();
    usage.remove();
    folder.remove();
  };
  try {
    const clock = async (move: object) => {
      const moved = await gateway.sandbox("POST", "/clock", move);
      if (moved.status !== 200) throw new Error(`The clock was not moved: ${JSON.stringify(moved.body)}`);
    };
    const tomorrow = new Date((await gateway.now()).getTime() + DAY_MS).toISOString().slice(0, 10);
    await clock({ now: `${tomorrow}${NOON}` });
    const { id: instance } = await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    const set = await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
    if (set.status !== 200) throw new Error(`The webhook was refused: ${JSON.stringify(set.body)}`);
    const [sessionPid] = gateway.sessionPids();
    if (sessionPid === undefined) throw new Error("No process holds the number.");
    return {
      ...gateway,
      instance,
      receiver,
      usage,
      sessionPid,
      queuesEmpty: emptyQueues(gateway.awsEnv),
      nextMinute: () => clock({ advance_seconds: MINUTE_SEC }),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Returns client settings for a gateway's embedded services. */
export const awsOf = (env: Record<string, string>) => ({
  endpoint: env.AWS_ENDPOINT_URL ?? "",
  region: env.AWS_REGION ?? "",
  credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? "", secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? "" },
  maxAttempts: 1,
});

function emptyQueues(env: Record<string, string>): () => Promise<void> {
  const sqs = new SQSClient(awsOf(env));
  const shards = Array.from({ length: Number(env.QUEUE_COUNT) }, (_, n) => `${env.SHARD_QUEUE_URL_PREFIX}${n}`);
  const isEmpty = async (QueueUrl: string) => {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
      }),
    );
    return Object.values(Attributes).every((count) => count === "0");
  };
  return async () => {
    for (const url of [String(env.ENDPOINT_QUEUE_URL), ...shards]) {
      while (!(await isEmpty(url))) await pause(LOOK_MS);
    }
  };
}
