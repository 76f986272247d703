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

/**
 * Returns the functions on the table's stream, each with the patterns of the changes that trigger it. On a single
 * machine, the event stream needs no such function.
 */
const patternsOf = ({ settings, runtimes }: OfGateway): [name: string, patterns: readonly Json[]][] => [
  [WORKERS.forwardToBus.name, busPatterns(settings.eventsToBus ?? false)],
  ...(runtimes ? [[STREAM_FUNCTIONS.followStreams.name, STREAM_PATTERNS] as [string, Json[]]] : []),
];

/** Returns the names of the functions on the table's stream. */
export const followersOf = (gateway: OfGateway): string[] => patternsOf(gateway).map(([name]) => name);

/**
 * Starts recording changes for these functions. Must be called before the first write, because the stream doesn't
 * contain earlier commits.
 */
export function followForBus(stream: TableStream, env: Record<string, string>, gateway: OfGateway): Promise<void> {
  return stream.follow(
    env[ENV.tableName] ?? "",
    patternsOf(gateway).flatMap(([, patterns]) => patterns),
  );
}

/**
 * Passes changes to the functions on the stream. Unlike in a stage, a change that one function can't process blocks the
 * changes behind it. Each call is reported to `watch`, which takes measurements.
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
