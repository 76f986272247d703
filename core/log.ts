import pino from "pino";
import type { Log } from "./ports.ts";

/**
 * The one structured logger: a JSON line per outcome on standard output. The redaction is a second fence; callers
 * don't pass bodies, phone numbers, keys or secrets in the first place.
 * @param name which runtime writes, e.g. `api`, `session-service`.
 */
export function createLog(name: string, level: "info" | "warn" | "error" | "silent" = "info"): Log {
  return pino({
    name,
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["body", "text", "phone", "key", "secret", "*.body", "*.text", "*.phone", "*.key", "*.secret"] },
  });
}
