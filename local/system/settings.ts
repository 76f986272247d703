import { resolve } from "node:path";
import * as z from "zod";
import { LOG_LEVELS } from "../../core/log-for-people.ts";
import type { SmtpSettings } from "../mail/smtp.ts";
import { readMailSettings } from "./mail-settings.ts";
import { NETWORK_KINDS, type NetworkChoice, readNetworkChoice } from "./network/network-choice.ts";
import { type OidcSettings, readOidcSettings } from "./oidc-settings.ts";
import { readServeSettings, type ServeSettings } from "./serve-settings.ts";

const port = z.coerce
  .number()
  .int("must be a whole number")
  .min(0, "must be 0 or more")
  .max(65_535, "must be at most 65535");
const flag = z.enum(["0", "1"], { error: "must be 0 or 1" });

const SANDBOX_PORT = 8090;
/**
 * The maximum number of instances per account. It exceeds what a single machine can handle, but is low enough to count
 * the instances in a single read.
 */
const INSTANCES_MOST = 1_000;

const Environment = z.object({
  PORT: port.default(8080),
  SANDBOX_PORT: z.preprocess((given) => (given === "" ? undefined : given), port.optional()),
  METRICS_PORT: z.preprocess((given) => (given === "" ? undefined : given), port.optional()),
  LOG_LEVEL: z.enum(["", ...LOG_LEVELS], { error: `must be ${LOG_LEVELS.join(", ")}` }).default("info"),
  PUBLIC_URL: z.string().optional(),
  TRUSTED_PROXIES: z.string().optional(),
  WITHOUT_TEAM: flag.default("0"),
  OIDC_ISSUER: z.string().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  INSTANCES_PER_ACCOUNT: z.coerce
    .number()
    .int("must be a whole number")
    .min(1, "must be 1 or more")
    .max(INSTANCES_MOST, `must be at most ${INSTANCES_MOST}`)
    .optional(),
  MASTER_KEY_FILE: z.string().min(1, "must name a file").optional(),
  DATA_DIR: z.string().min(1, "must name a folder").optional(),
  EPHEMERAL: flag.default("0"),
  PANEL: flag.default("1"),
  ALLOW_PRIVATE_WEBHOOKS: flag.optional(),
  EVENTS_TO_BUS: flag.default("0"),
  SESSION_PROCESSES: z.coerce
    .number()
    .int("must be a whole number")
    .min(1, "must be 1 or more")
    .max(8, "must be at most 8")
    .default(1),
  SHARDS: z.coerce
    .number()
    .int("must be a whole number")
    .min(2, "must be 2 or more")
    .max(256, "must be at most 256")
    .optional(),
  TABLE_CONFLICTS: z.coerce.number().int("must be a whole number").min(0, "must be 0 or more").default(0),
  RIGHTS: flag.default("0"),
  USED_RIGHTS: z.string().min(1, "must name a folder").optional(),
  EXISTING_TABLE: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{3,255}$/, "must be a table's name")
    .optional(),
  DYNAMODB_URL: z.url("must be a URL").optional(),
  PACE: z.coerce.number().gt(0, "must be above 0").max(1, "must be at most 1").default(1),
  AI_PROVIDERS: z.enum(["demo", "real"], { error: "must be demo or real" }).default("demo"),
  NETWORK: z.enum(NETWORK_KINDS, { error: `must be ${NETWORK_KINDS.join(", ")}` }).default("sandbox"),
  NETWORK_URL: z.string().optional(),
  NETWORK_ROOT_KEY: z.string().optional(),
  NETWORK_CA_FILE: z.string().optional(),
  NODE_EXTRA_CA_CERTS: z.string().optional(),
});
type Environment = z.infer<typeof Environment>;

/** Separate folders, so that emptying the sandbox's folder doesn't delete the keys of linked numbers. */
const DATA_DIRS = { sandbox: ".data", whatsapp: ".data-whatsapp", custom: ".data-custom" };

/** The local gateway's settings. All of them have defaults. */
export interface Settings {
  port: number;
  /** The loopback port for /metrics. If absent, metrics aren't served. */
  metricsPort?: number;
  /** One of LOG_LEVELS. Defaults to `info` if absent or empty. */
  logLevel?: string;
  /** The port of the sandbox, or null if the sandbox is turned off. */
  sandboxPort: number | null;
  /** Serves a team under a public URL, behind a proxy. If absent, only this machine is served. */
  serve?: ServeSettings;
  /** Allows a folder that used to serve a team to be opened for this machine alone. */
  without_team?: boolean;
  /** The identity provider that a team's users sign in with. Defaults to this machine's own provider. */
  oidc?: OidcSettings;
  /** The mail server for sending emails. If absent, emails wait for the operator. */
  smtp?: SmtpSettings;
  /** The number of instances that each account may have, overriding its plan. If absent, the plan's number applies. */
  instances_per_account?: number;
  /**
   * The absolute path of the folder for all persistent data. Even if nothing else is persisted, it contains
   * `gateway.json`.
   */
  dataDir: string;
  /**
   * The file with the master key that encrypts the folder's keys. If absent and the gateway serves a team, the file is
   * placed next to the folder.
   */
  master_key_file?: string;
  /** Stores all data in memory, so nothing survives a restart. */
  ephemeral: boolean;
  allowPrivateWebhooks: boolean;
  /** Whether to serve the panel. It is rebuilt first if its sources have changed. If absent, it isn't served. */
  panel?: boolean;
  /**
   * Whether to put customers' events on the internal bus. If absent, they aren't put there, which is also the default
   * in the cloud.
   */
  eventsToBus?: boolean;
  /** The network that numbers are linked to. Defaults to the simulated network. */
  network?: NetworkChoice;
  /** The provider for AI agents. Defaults to the simulated provider on this machine. */
  aiProviders?: "demo" | "real";
  /**
   * The factor applied to the gaps between messages: 1 for the documented gaps, 0.01 for a hundredth of them. Always 1
   * if the network isn't simulated.
   */
  gapFactor: number;
  /** The number of processes that share the linked numbers. Defaults to one. */
  session_processes?: number;
  /**
   * The number of shards for the linked numbers. Defaults to the small number that a single machine needs. Existing
   * data keeps its number of shards.
   */
  shards?: number;
  /**
   * Makes the embedded table refuse requests while other requests lock their items, as DynamoDB does. The number is the
   * seed for the lock times. If absent, requests wait for each other.
   */
  table_conflicts?: number;
  /**
   * Makes the embedded services refuse actions that the deployed roles don't permit, as IAM does. If absent, everything
   * is permitted. The roles are built from the templates, which takes several seconds after each change to lib/.
   */
  rights?: boolean;
  /**
   * A folder for recording which rights the roles have used while permissions are checked. If absent, nothing is
   * recorded.
   */
  used_rights?: string;
  /** A restored table to use from now on. Defaults to the table used last, which initially is the gateway's own. */
  existing_table?: string;
  /** The URL of a DynamoDB Local that stores the table. If absent, the table is embedded. */
  dynamodb_url?: string;
}

/** @throws a one-sentence error that lists every invalid variable. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    throw notRight(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`));
  }
  const { choice, faults } = readNetworkChoice(parsed.data);
  const { serve, faults: faultsOfServe } = readServeSettings(parsed.data);
  const { smtp, faults: faultsOfMail } = readMailSettings(parsed.data);
  const { oidc, faults: faultsOfOidc } = readOidcSettings(parsed.data);
  faults.push(...faultsOnRealNumbers(parsed.data), ...faultsOfServe, ...faultsOfOidc, ...faultsOfMail);
  if (serve && parsed.data.WITHOUT_TEAM === "1") faults.push("WITHOUT_TEAM and PUBLIC_URL can't be used together");
  if (choice === null || faults.length > 0) throw notRight(faults);
  return {
    port: parsed.data.PORT,
    // Anyone who can reach the sandbox can impersonate any simulated person, so a team's gateway has a sandbox only if
    // one is requested.
    sandboxPort: parsed.data.SANDBOX_PORT ?? (serve ? null : SANDBOX_PORT),
    ...(serve && { serve }),
    ...(parsed.data.WITHOUT_TEAM === "1" && { without_team: true }),
    ...(oidc && { oidc }),
    ...(smtp && { smtp }),
    dataDir: resolve(parsed.data.DATA_DIR ?? DATA_DIRS[choice.kind]),
    ...(parsed.data.MASTER_KEY_FILE !== undefined && { master_key_file: resolve(parsed.data.MASTER_KEY_FILE) }),
    ephemeral: parsed.data.EPHEMERAL === "1",
    ...(parsed.data.METRICS_PORT !== undefined && { metricsPort: parsed.data.METRICS_PORT }),
    logLevel: parsed.data.LOG_LEVEL,
    panel: parsed.data.PANEL === "1",
    allowPrivateWebhooks: (parsed.data.ALLOW_PRIVATE_WEBHOOKS ?? (serve ? "0" : "1")) === "1",
    eventsToBus: parsed.data.EVENTS_TO_BUS === "1",
    network: choice,
    aiProviders: parsed.data.AI_PROVIDERS,
    gapFactor: parsed.data.PACE,
    session_processes: parsed.data.SESSION_PROCESSES,
    ...(parsed.data.INSTANCES_PER_ACCOUNT !== undefined && {
      instances_per_account: parsed.data.INSTANCES_PER_ACCOUNT,
    }),
    ...(parsed.data.SHARDS !== undefined && { shards: parsed.data.SHARDS }),
    ...(parsed.data.TABLE_CONFLICTS > 0 && { table_conflicts: parsed.data.TABLE_CONFLICTS }),
    ...(parsed.data.RIGHTS === "1" && { rights: true }),
    ...(parsed.data.USED_RIGHTS !== undefined && { used_rights: resolve(parsed.data.USED_RIGHTS) }),
    ...(parsed.data.EXISTING_TABLE !== undefined && { existing_table: parsed.data.EXISTING_TABLE }),
    ...(parsed.data.DYNAMODB_URL !== undefined && { dynamodb_url: parsed.data.DYNAMODB_URL }),
  };
}

const notRight = (faults: string[]) =>
  new Error(`Some environment variables are not valid: ${faults.join("; ")}. Correct them and start again.`);

/**
 * Returns faults for settings that would weaken the protection of real numbers. Protection needs full pauses and a
 * record of whom a number has messaged today.
 */
function faultsOnRealNumbers({ NETWORK, PACE, EPHEMERAL }: Environment): string[] {
  if (NETWORK === "sandbox") return [];
  const faults: string[] = [];
  if (PACE !== 1) faults.push(`PACE must be 1 with NETWORK=${NETWORK}, because shorter pauses get real numbers banned`);
  if (EPHEMERAL === "1") {
    faults.push(
      `EPHEMERAL must be 0 with NETWORK=${NETWORK}, because a gateway that stores nothing forgets how many people a number wrote to today, and the number would have to be linked again at every start`,
    );
  }
  return faults;
}
