import { parseArgs } from "node:util";

/** The parsed command line. */
export interface Flags {
  readonly port: number;
  readonly apiPort: number;
  /** The folder for the network's data, or null to store everything in memory. */
  readonly dataDir: string | null;
  readonly name: string;
  /** The time at which the network's clock starts, or null for the machine's time. */
  readonly startsAt: Date | null;
  readonly phones: readonly { readonly phone: string; readonly name: string }[];
  /** Request bodies for POST /faults. */
  readonly faults: readonly unknown[];
  /** The command and arguments of a program to run on the network. Empty if there is none. */
  readonly bot: readonly string[];
}

/** Thrown if the command line is invalid. The message explains what to write instead. */
export class FlagError extends Error {}

const OPTIONS = {
  port: { type: "string", default: "8091" },
  "api-port": { type: "string", default: "8090" },
  data: { type: "string" },
  name: { type: "string", default: "simulated network" },
  clock: { type: "string" },
  phone: { type: "string", multiple: true, default: [] as string[] },
  fault: { type: "string", multiple: true, default: [] as string[] },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", short: "v", default: false },
} as const;

/**
 * Parses the command line. Everything after `--` is the bot's command.
 * @param now the machine's time, and therefore the earliest time at which the network's clock can start.
 * @throws FlagError with a message for the user.
 */
export function readFlags(args: readonly string[], now: Date): Flags | "help" | "version" {
  const end = args.indexOf("--");
  const bot = end < 0 ? [] : args.slice(end + 1);
  const values = valuesOf(end < 0 ? args : args.slice(0, end));
  if (values.help) return "help";
  if (values.version) return "version";
  if (end >= 0 && bot.length === 0) throw new FlagError("After -- comes the bot's command, such as: -- node bot.mjs");
  if (values.name.trim() === "") throw new FlagError("--name takes a name of at least one character.");
  return {
    port: portOf("--port", values.port),
    apiPort: portOf("--api-port", values["api-port"]),
    dataDir: values.data ?? null,
    name: values.name,
    startsAt: values.clock === undefined ? null : startOf(values.clock, now),
    phones: values.phone.map(phoneOf),
    faults: values.fault.map(faultOf),
    bot,
  };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new FlagError(
      `${reason.replace(/\.$/, "")}. --help lists what there is; the bot's own command comes after --`,
    );
  }
}

function portOf(flag: string, value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535))
    throw new FlagError(`${flag} takes a port from 0 to 65535 (0 = any free one), not "${value}".`);
  return port;
}

/**
 * Matches a complete time. The offset is required, because a time without one would be a different instant on every
 * machine.
 */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function startOf(value: string, now: Date): Date {
  const at = new Date(value);
  if (!INSTANT.test(value) || Number.isNaN(at.getTime())) {
    throw new FlagError(`--clock takes a time with its offset, such as ${now.toISOString()}, not "${value}".`);
  }
  if (at < now)
    throw new FlagError(`--clock ${value} has passed: the network's clock only runs ahead of the machine's.`);
  return at;
}

function phoneOf(value: string): { phone: string; name: string } {
  const [, phone, name] = /^\+?(\d{7,15})(?:=(.+))?$/.exec(value) ?? [];
  if (phone === undefined) {
    throw new FlagError(`--phone takes a number in international form, with a name: 15550001001=Ana, not "${value}".`);
  }
  return { phone, name: name ?? phone };
}

/** Parses the value of a fault flag, which is either a kind of fault or a complete JSON body. */
function faultOf(value: string): unknown {
  if (!value.startsWith("{")) return { kind: value };
  try {
    return JSON.parse(value);
  } catch {
    throw new FlagError(`--fault takes a kind, such as lose_acks, or JSON; this is no JSON: ${value}`);
  }
}
