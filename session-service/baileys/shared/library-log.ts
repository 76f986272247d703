import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { InstanceId } from "../../../core/contracts/ids.ts";
import type { Log } from "../../../core/ports.ts";
import type { ConnectionDeps } from "./connection-deps.ts";

/** The library's logger interface. */
export interface LibraryLog {
  level: string;
  child(fields: Record<string, unknown>): LibraryLog;
  trace(fields: unknown, message?: string): void;
  debug(fields: unknown, message?: string): void;
  info(fields: unknown, message?: string): void;
  warn(fields: unknown, message?: string): void;
  error(fields: unknown, message?: string): void;
}

/**
 * Lines that are dropped from the library's log, because our own log reports the same event with the code and its
 * meaning.
 */
const SAID_OTHERWISE = new Set(["stream errored out"]);

/**
 * Creates a logger for the library. Levels below `warn` are dropped, because they print message nodes. For the
 * remaining lines, only the message and the error's text are logged, one level lower, because most of them are normal.
 */
export function libraryLog(log: Log, instance: InstanceId): LibraryLog {
  const drop = () => {};
  const report = (level: "info" | "warn") => (fields: unknown, message?: string) => {
    const text = (typeof fields === "string" ? fields : message) ?? "";
    if (SAID_OTHERWISE.has(text)) return;
    log[level](
      { instance_id: instance, library: text, error: errorText(fields) },
      "the network library reported a problem",
    );
  };
  const logger: LibraryLog = {
    level: "warn",
    child: () => logger,
    trace: drop,
    debug: drop,
    info: drop,
    warn: report("info"),
    error: report("warn"),
  };
  return logger;
}

function errorText(fields: unknown): string | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  for (const name of ["err", "error", "e"]) {
    const value: unknown = Reflect.get(fields, name);
    if (value instanceof Error) return value.message;
  }
  // The first line of a stack trace contains the error.
  const trace: unknown = Reflect.get(fields, "trace");
  return typeof trace === "string" ? trace.split("\n", 1)[0] : undefined;
}

/**
 * The maximum number of error lines per connection per minute. Limited because strangers can cause any number of
 * errors.
 */
const REPORTED_A_MINUTE = 20;
const LONGEST_CHARS = 200;

/** Creates a function that logs errors caused by network data, without logging the data itself. */
export function reportErrors({ log, monotonicMs }: Pick<ConnectionDeps, "log" | "monotonicMs">, instance: InstanceId) {
  let [since, count] = [Number.NEGATIVE_INFINITY, 0];
  return (where: string, error: unknown): void => {
    const now = monotonicMs();
    if (now - since >= MINUTE_MS) [since, count] = [now, 0];
    if (++count > REPORTED_A_MINUTE) return;
    const text = error instanceof Error ? error.message.slice(0, LONGEST_CHARS) : "no error";
    log.warn({ instance_id: instance, where, error: text }, "something from the network could not be processed");
  };
}
