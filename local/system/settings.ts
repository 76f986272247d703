import { resolve } from "node:path";
import * as z from "zod";
import { EVENTS_TO_BUS } from "../../lib/wiring.ts";

const port = z.coerce
  .number()
  .int("must be a whole number")
  .min(0, "must be 0 or more")
  .max(65_535, "must be at most 65535");
const flag = z.enum(["0", "1"], { error: "must be 0 or 1" });

const Environment = z.object({
  PORT: port.default(8080),
  SANDBOX_PORT: port.default(8090),
  DATA_DIR: z.string().min(1, "must name a folder").default(".data"),
  EPHEMERAL: flag.default("0"),
  ALLOW_PRIVATE_WEBHOOKS: flag.default("1"),
  EVENTS_TO_BUS: flag.default(EVENTS_TO_BUS),
  SESSION_PROCESSES: z.coerce
    .number()
    .int("must be a whole number")
    .min(1, "must be 1 or more")
    .max(8, "must be at most 8")
    .default(1),
  TABLE_CONFLICTS: z.coerce.number().int("must be a whole number").min(0, "must be 0 or more").default(0),
  DYNAMODB_URL: z.url("must be a URL").optional(),
  PACE: z.coerce.number().gt(0, "must be above 0").max(1, "must be at most 1").default(1),
});

/** The settings of the local gateway; every value has a default. */
export interface Settings {
  port: number;
  sandboxPort: number;
  /** The absolute folder of all kept data; it has `gateway.json` also when nothing else is kept. */
  dataDir: string;
  /** Memory only: nothing survives a restart. */
  ephemeral: boolean;
  allowPrivateWebhooks: boolean;
  /** Whether customers' events are put on the internal bus; absent: as in the cloud. */
  eventsToBus?: boolean;
  /** 1 = gaps between messages as documented; 0.01 = a hundredth. */
  gapFactor: number;
  /** The number of processes that share the linked numbers; absent: one. */
  session_processes?: number;
  /**
   * Makes the embedded table refuse requests as DynamoDB does while others hold their items; the number is the seed for
   * the holding times. Absent: requests wait for each other.
   */
  table_conflicts?: number;
  /** The address of a DynamoDB Local that has the table; absent: the table is embedded. */
  dynamodb_url?: string;
}

/** @throws one sentence that names every variable that is wrong. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ");
    throw new Error(`The environment is not right: ${wrong}. Change it and start again.`);
  }
  return {
    port: parsed.data.PORT,
    sandboxPort: parsed.data.SANDBOX_PORT,
    dataDir: resolve(parsed.data.DATA_DIR),
    ephemeral: parsed.data.EPHEMERAL === "1",
    allowPrivateWebhooks: parsed.data.ALLOW_PRIVATE_WEBHOOKS === "1",
    eventsToBus: parsed.data.EVENTS_TO_BUS === "1",
    gapFactor: parsed.data.PACE,
    session_processes: parsed.data.SESSION_PROCESSES,
    ...(parsed.data.TABLE_CONFLICTS > 0 && { table_conflicts: parsed.data.TABLE_CONFLICTS }),
    ...(parsed.data.DYNAMODB_URL !== undefined && { dynamodb_url: parsed.data.DYNAMODB_URL }),
  };
}
