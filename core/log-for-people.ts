import { createLog, type LogLevel } from "./log.ts";
import type { Log } from "./ports.ts";

/** The values of LOG_LEVEL, which controls how much of the log a single machine shows. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

/**
 * The lowest level of a runtime's log that is shown for each value. A runtime writes an `info` line for each piece of
 * work, which is routine on a single machine.
 */
const SHOWN: Readonly<Record<(typeof LOG_LEVELS)[number], LogLevel>> = {
  debug: "info",
  info: "warn",
  warn: "warn",
  error: "error",
  silent: "silent",
};

/**
 * Creates a runtime's log on a single machine: one readable line per event on a terminal, or JSON if the output is
 * piped.
 * @param chosen the operator's LOG_LEVEL. Unknown values are treated as `info`.
 */
export function logForPeople(name: string, chosen: string | undefined): Log {
  const level = SHOWN[LOG_LEVELS.find((one) => one === chosen) ?? "info"];
  return process.stdout.isTTY ? createLog(name, level, readable) : createLog(name, level);
}

/** Matches characters that could control a terminal, or make a line look like two lines or like a different line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to show as text
const STEERING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Formats a JSON line for human readers: the time of day, the level, the message and the fields. */
export function readable(json: string): string {
  const { level, timestamp, name, msg, ...fields } = JSON.parse(json) as Record<string, unknown>; // ours, by `createLog`
  const about = Object.entries(fields).map(([field, value]) => ` ${field}=${shown(value)}`);
  const text = `${String(timestamp).slice(11, 19)} ${String(level).toUpperCase()} ${name}: ${msg}${about.join("")}`;
  return text.replace(STEERING, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Formats a value. Stack traces are left out, because they are only readable across several lines and each event gets a
 * single line. Piped output includes them.
 */
function shown(value: unknown): string {
  if (typeof value !== "object" || value === null || !("stack" in value)) return JSON.stringify(value);
  const { stack: _stack, ...rest } = value;
  return JSON.stringify(rest);
}
