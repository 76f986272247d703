import { busPatterns } from "../../core/contracts/bus-events.ts";
import { ENV } from "../../core/env.ts";
import { WORKERS } from "../../lib/wiring.ts";
import type { TableStream } from "../aws/dynamo/stream.ts";
import { monotonicMs } from "../machine/monotonic-ms.ts";
import type { Gateway } from "./gateway.ts";
import type { Settings } from "./settings.ts";
import { readStream, type StreamReader } from "./stream-reader.ts";

/**
 * Keeps changes for the bus from now on. Call it before the first write, because earlier commits aren't in the stream.
 */
export function followForBus(stream: TableStream, env: Record<string, string>, settings: Settings): Promise<void> {
  return stream.follow(env[ENV.tableName] ?? "", busPatterns(settings.eventsToBus ?? false));
}

/** Calls the stream's function with the changes. `watch` sees each call, for measurements. */
export function startForwarding({ aws, functions, watch, logged }: Gateway): StreamReader {
  const { name, trigger } = WORKERS.forwardToBus;
  const forward = functions.streamHandler(name);
  return readStream({
    stream: aws.stream,
    warn: logged.warn,
    batchSize: trigger.batchSize,
    handler: (event, context) => {
      const nowMs = monotonicMs();
      watch?.({ action: `Lambda ${name}`, input: {}, output: {}, uses: [], begunMs: nowMs, endedMs: nowMs });
      return forward(event, context);
    },
  });
}
