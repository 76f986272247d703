import { busPatterns } from "../../core/contracts/bus-events.ts";
import { STREAM_PATTERNS } from "../../core/contracts/events/stream-marker.ts";
import { ENV } from "../../core/env.ts";
import { STREAM_FUNCTIONS, WORKERS } from "../../lib/wiring.ts";
import { fitsPattern } from "../aws/bus/pattern.ts";
import type { TableStream } from "../aws/dynamo/stream.ts";
import type { Json } from "../aws/service/service.ts";
import { monotonicMs } from "../machine/monotonic-ms.ts";
import type { Gateway } from "./gateway.ts";
import { readStream, type StreamReader } from "./stream-reader.ts";

type OfGateway = Pick<Gateway, "settings" | "runtimes">;

/** The changes that each function on the table's stream is called for. One machine's own stream needs none. */
const patternsOf = ({ settings, runtimes }: OfGateway): [name: string, patterns: readonly Json[]][] => [
  [WORKERS.forwardToBus.name, busPatterns(settings.eventsToBus ?? false)],
  ...(runtimes ? [[STREAM_FUNCTIONS.followStreams.name, STREAM_PATTERNS] as [string, Json[]]] : []),
];

/** Returns the functions on the table's stream. */
export const followersOf = (gateway: OfGateway): string[] => patternsOf(gateway).map(([name]) => name);

/**
 * Keeps changes for these functions from now on. Call it before the first write, because earlier commits aren't in the
 * stream.
 */
export function followForBus(stream: TableStream, env: Record<string, string>, gateway: OfGateway): Promise<void> {
  return stream.follow(
    env[ENV.tableName] ?? "",
    patternsOf(gateway).flatMap(([, patterns]) => patterns),
  );
}

/**
 * Calls the stream's functions with their changes. Unlike in a stage, what one of them can't do holds up the other.
 * `watch` sees each call, for measurements.
 */
export function startForwarding(gateway: Gateway): StreamReader {
  const { aws, functions, watch, logged } = gateway;
  const followers = patternsOf(gateway).map(([name, patterns]) => ({
    name,
    patterns,
    call: functions.streamHandler(name),
  }));
  return readStream({
    stream: aws.stream,
    warn: logged.warn,
    batchSize: WORKERS.forwardToBus.trigger.batchSize,
    async handler({ Records }, context) {
      const answers = await Promise.all(
        followers.map(async ({ name, patterns, call }) => {
          const own = Records.filter((record) => patterns.some((pattern) => fitsPattern(pattern, record)));
          if (own.length === 0) return [];
          const nowMs = monotonicMs();
          watch?.({ action: `Lambda ${name}`, input: {}, output: {}, uses: [], begunMs: nowMs, endedMs: nowMs });
          return (await call({ Records: own }, context)).batchItemFailures;
        }),
      );
      return { batchItemFailures: answers.flat() };
    },
  });
}
