import { writeSync } from "node:fs";
import type { Log } from "./ports.ts";

const LEVELS = { info: 30, warn: 40, error: 50, silent: Number.POSITIVE_INFINITY };
const SECRET_FIELDS = new Set(["body", "text", "phone", "key", "secret"]);

/** The lowest level that is written. */
export type LogLevel = keyof typeof LEVELS;

/**
 * Creates the structured logger, which writes one JSON line per outcome to standard output and never throws. Callers
 * don't pass bodies, phone numbers, keys or secrets, so redaction is only a safety net. Decision 0009 explains why we
 * wrote our own logger.
 * @param name the runtime that writes the log, e.g. `api`, `session-service`. @param form converts a JSON line to
 * another format.
 */
export function createLog(name: string, level: LogLevel = "info", form: (json: string) => string = asItIs): Log {
  const writer = (own: "info" | "warn" | "error"): Log["info"] => {
    if (LEVELS[own] < LEVELS[level]) return () => {};
    return (fields, message) => {
      // Lambda expects exactly this field name. Otherwise, it treats every line as level INFO.
      const head = { level: own, timestamp: new Date().toISOString(), name };
      writeLine(form(line(head, fields, message, own === "error")));
    };
  };
  return { info: writer("info"), warn: writer("warn"), error: writer("error") };
}

const asItIs = (json: string) => json;

function line(head: object, fields: Record<string, unknown>, msg: string, withStack: boolean): string {
  try {
    return JSON.stringify({ ...head, ...redacted(fields, withStack), ...head, msg }, (_, value) =>
      plain(value, withStack),
    );
  } catch {
    // The fields are circular, or a getter throws. The outcome itself must still be logged.
    return JSON.stringify({ ...head, fields: "[not printable]", msg });
  }
}

/** Redacts secret fields by name, at the top level and one level down. */
function redacted(fields: Record<string, unknown>, withStack: boolean, isInner = false): Record<string, unknown> {
  const clean = ([name, value]: [string, unknown]) => {
    if (SECRET_FIELDS.has(name)) return [name, "[Redacted]"];
    const shown = plain(value, withStack);
    const isRecord = typeof shown === "object" && shown !== null && !Array.isArray(shown) && !("toJSON" in shown);
    return [name, isRecord && !isInner ? redacted({ ...shown }, withStack, true) : shown];
  };
  return Object.fromEntries(Object.entries(fields).map(clean));
}

/** Converts a value to something that JSON can represent. An error becomes its name, message and code. */
function plain(value: unknown, withStack: boolean): unknown {
  if (typeof value === "bigint") return String(value);
  if (!(value instanceof Error)) return value;
  const code = "code" in value && typeof value.code === "string" ? { code: value.code } : {};
  return { name: value.name, message: value.message, ...code, ...(withStack && { stack: value.stack }) };
}

/**
 * Writes a line to standard output. If the line can't be written, it is lost, but nothing else fails, and writing to a
 * log file resumes once the disk has room again. By default, Node.js would end the process at the first such error.
 */
export function writeLine(line: string): void {
  const { stdout } = process;
  if (stdout.listenerCount("error", ignore) === 0) stdout.on("error", ignore);
  if (!stdout.destroyed && !stdout.errored) {
    stdout.write(`${line}\n`);
    return;
  }
  try {
    writeSync(stdout.fd, `${line}\n`);
  } catch {
    // Writing is attempted again with the next line.
  }
}

function ignore() {}
