import * as z from "zod";

/** Names of the environment variables that the stacks and the local runner set for the runtimes. */
export const ENV = {
  tableName: "TABLE_NAME",
  endpointQueueUrl: "ENDPOINT_QUEUE_URL",
  endpointQueueArn: "ENDPOINT_QUEUE_ARN",
  chatQueueUrl: "CHAT_QUEUE_URL",
  chatQueueArn: "CHAT_QUEUE_ARN",
  /** Queues of shards' wake-ups: this prefix plus the queue's number. */
  shardQueueUrlPrefix: "SHARD_QUEUE_URL_PREFIX",
  shardQueueArnPrefix: "SHARD_QUEUE_ARN_PREFIX",
  shardCount: "SHARD_COUNT",
  queueCount: "QUEUE_COUNT",
  alsoReadQueueCount: "ALSO_READ_QUEUE_COUNT",
  schedulerRoleArn: "SCHEDULER_ROLE_ARN",
  scheduleGroup: "SCHEDULE_GROUP",
  kmsKeyId: "KMS_KEY_ID",
  dataKeyMinutes: "DATA_KEY_MINUTES",
  baseUrl: "BASE_URL",
  docsUrl: "DOCS_URL",
  /** The panel's address, without a trailing slash. */
  panelUrl: "PANEL_URL",
  /** Issuer of the tokens that people sign in to the panel with, and the panel's client name there. */
  identityIssuer: "IDENTITY_ISSUER",
  /** On one machine, where the gateway reaches its own issuer. */
  identityAddress: "IDENTITY_ADDRESS",
  identityClientId: "IDENTITY_CLIENT_ID",
  identityKind: "IDENTITY_KIND",
  /** On one machine, the name under which its own issuer's people are stored. */
  identityName: "IDENTITY_NAME",
  eventBusName: "EVENT_BUS_NAME",
  mediaBucket: "MEDIA_BUCKET",
  /** The customers' address of the API; links to files use it. */
  filesUrl: "FILES_URL",
  /** On one machine that serves a team, the address that signed links to the bucket's files start with. */
  mediaLinksUrl: "MEDIA_LINKS_URL",
  /** The customers' address of the API; the canary calls it. */
  apiUrl: "API_URL",
  mailFrom: "MAIL_FROM",
  allowPrivateWebhooks: "ALLOW_PRIVATE_WEBHOOKS",
  instancesPerAccount: "INSTANCES_PER_ACCOUNT",
  accountsByOperator: "ACCOUNTS_BY_OPERATOR",
  aiProvidersUrl: "AI_PROVIDERS_URL",
  gapFactor: "PACE",
  clientVersions: "CLIENT_VERSIONS",
  passkeyLinking: "PASSKEY_LINKING",
  metricsNamespace: "METRICS_NAMESPACE",
  onlyEssentialMetrics: "ONLY_ESSENTIAL_METRICS",
  /** SHA-256 of each accepted origin secret. */
  originSecretHashes: "ORIGIN_SECRET_HASHES",
  /** "1": requests must come through the front. */
  frontRequired: "FRONT_REQUIRED",
  /** "1": the gateway has the stream of events. */
  hasStream: "HAS_STREAM",
  /** "1": the panel's pages can hear at once that something changed. */
  hasHints: "HAS_HINTS",
  /** On AWS, the address at which customers open a WebSocket to the stream, and the one that sends on it. */
  streamUrl: "STREAM_URL",
  streamEndpoint: "STREAM_ENDPOINT",
} as const;

/** The table's name. */
export const TableEnv = z.object({ TABLE_NAME: z.string().min(1) });

/** The key that wraps the data keys of sealed secrets. */
export const SecretsEnv = z.object({
  KMS_KEY_ID: z.string().min(1),
  /** How long an unwrapped data key may be used; in the session service, one that no session keeps. */
  DATA_KEY_MINUTES: z.coerce.number().int().min(1).max(60).default(5),
});

/** Where wake-ups are sent, immediate or delayed. */
export const WakeupsEnv = z.object({
  ENDPOINT_QUEUE_URL: z.string().min(1),
  ENDPOINT_QUEUE_ARN: z.string().min(1),
  CHAT_QUEUE_URL: z.string().min(1),
  CHAT_QUEUE_ARN: z.string().min(1),
  SHARD_QUEUE_URL_PREFIX: z.string().min(1),
  SHARD_QUEUE_ARN_PREFIX: z.string().min(1),
  SHARD_COUNT: z.coerce.number().int().min(1),
  /** Queues that share the shards' wake-ups. */
  QUEUE_COUNT: z.coerce.number().int().min(1),
  SCHEDULER_ROLE_ARN: z.string().min(1),
  SCHEDULE_GROUP: z.string().min(1),
});

/** The internal bus. */
export const BusEnv = z.object({ EVENT_BUS_NAME: z.string().min(1) });

/** The bucket of files sent and received. */
export const BucketEnv = z.object({ MEDIA_BUCKET: z.string().min(1) });

/** The base address of file links, and the key that opens their secret. */
export const LinksEnv = z.object({ ...SecretsEnv.shape, FILES_URL: z.string().min(1) });

/** The same plus the bucket. */
export const MediaEnv = z.object({ ...BucketEnv.shape, ...LinksEnv.shape });

/** The panel's sign-in address, and the panel's own address, where people return. */
export const IdentityEnv = z.object({
  IDENTITY_ISSUER: z.string().min(1),
  /** On one machine, where its own issuer is reached. Empty: at the issuer's address. */
  IDENTITY_ADDRESS: z.string().default(""),
  IDENTITY_CLIENT_ID: z.string().min(1),
  /** `foreign`, on one machine only: another organization's issuer, which decides itself how often it asks people. */
  IDENTITY_KIND: z.enum(["own", "foreign"]).default("own"),
  /** On one machine, the stored name of its own issuer, whose address can change. Empty: as the issuer names itself. */
  IDENTITY_NAME: z.string().default(""),
  PANEL_URL: z.string().min(1),
});
export type IdentityEnv = z.infer<typeof IdentityEnv>;

/** The address that the canary calls. */
export const TargetEnv = z.object({ API_URL: z.string().min(1) });

/** The address at which API Gateway sends on open WebSockets. */
export const ConnectionsEnv = z.object({ STREAM_ENDPOINT: z.string().min(1) });

/** Settings that any function may have; none of them grants access. */
export const SettingsEnv = z.object({
  /** Empty: the address of the request. */
  BASE_URL: z.string().default(""),
  DOCS_URL: z.string().min(1).default("https://example.com/docs"),
  /** The panel's address. Empty: the address of the request. */
  PANEL_URL: z.string().default(""),
  /** "1" only on one machine: receivers on loopback over http are allowed. Never set in AWS. */
  ALLOW_PRIVATE_WEBHOOKS: z.enum(["0", "1"]).default("0"),
  /** On one machine, how many instances its operator lets an account have. Absent: as many as its plan includes. */
  INSTANCES_PER_ACCOUNT: z.coerce.number().int().min(1).optional(),
  /** "1" on one machine that serves a team: people join accounts by invitation and open none. */
  ACCOUNTS_BY_OPERATOR: z.enum(["0", "1"]).default("0"),
  /** On one machine, the address that replaces the language-model providers. Empty: the providers themselves. */
  AI_PROVIDERS_URL: z
    .string()
    .regex(/^(http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)?$/, "must be an address of this machine, or empty")
    .default(""),
  /**
   * On one machine, the stored name of the issuer that replaces a user pool. Empty: the pool's own issuer, taken from
   * the event it sends.
   */
  IDENTITY_NAME: z.string().default(""),
  /** The session service's value, for forecasts of waiting messages. Set only on one machine. */
  PACE: z.coerce.number().positive().max(1).optional(),
  /** SHA-256, in hex, of each secret that identifies a front; separated by commas. Empty: there is no front. */
  ORIGIN_SECRET_HASHES: z
    .string()
    .regex(/^([0-9a-f]{64}(,[0-9a-f]{64})*)?$/)
    .default("")
    .transform((hashes) => hashes.split(",").filter((hash) => hash !== "")),
  /** "1": requests that did not come through the front are refused. */
  FRONT_REQUIRED: z.enum(["0", "1"]).default("0"),
  /** "1" on one machine, which serves the stream of events. */
  HAS_STREAM: z.enum(["0", "1"]).default("0"),
  /** "1" on one machine, where pages of the panel hear of changes. */
  HAS_HINTS: z.enum(["0", "1"]).default("0"),
  /** On AWS, where a WebSocket to the stream of events is opened. Empty: at the API's own address, if at all. */
  STREAM_URL: z.string().default(""),
});

/** Settings and all resources of functions; lib/wiring.ts gives each function its part. */
export const FunctionEnv = z.object({
  ...SettingsEnv.shape,
  ...TableEnv.shape,
  ...SecretsEnv.shape,
  ...WakeupsEnv.shape,
  ...BusEnv.shape,
  MEDIA_BUCKET: z.string().default(""),
  FILES_URL: z.string().default(""),
});
export type FunctionEnv = z.infer<typeof FunctionEnv>;

/** Configuration of the session service. */
export const SessionEnv = z.object({
  ...TableEnv.shape,
  ...SecretsEnv.shape,
  ...WakeupsEnv.shape,
  ...MediaEnv.shape,
  /** A second number of queues whose wake-ups are also read while that number is being changed; 0: none. */
  ALSO_READ_QUEUE_COUNT: z.coerce.number().int().min(0).default(0),
  /** The network's WebSocket; empty: the library's own address. */
  NETWORK_URL: z.string().default(""),
  /** Root of the network's certificate, 32 bytes hex; empty: the library's own. */
  NETWORK_ROOT_KEY: z
    .string()
    .regex(/^([0-9a-f]{64})?$/)
    .default(""),
  /** Client versions to present to the network, `2.3000.1043857760, …`, in order; empty: the pinned one. */
  CLIENT_VERSIONS: z.string().default(""),
  /** "1": numbers may be linked with a passkey's signature, where the network demands one. */
  PASSKEY_LINKING: z.enum(["0", "1"]).default("0"),
  /** Shortens gaps between messages: 1 = as documented, 0.01 = a hundredth. For demos and tests on one machine. */
  PACE: z.coerce.number().positive().max(1).default(1),
  /** Where CloudWatch files the service's metrics; empty: none are written. */
  METRICS_NAMESPACE: z.string().default(""),
  /** "1": only the metrics that the alarms of every stage use. */
  ONLY_ESSENTIAL_METRICS: z.enum(["0", "1"]).default("0"),
  /** "1" only on one machine: files may be fetched from loopback over http. Never set in AWS. */
  ALLOW_PRIVATE_WEBHOOKS: z.enum(["0", "1"]).default("0"),
});
export type SessionEnv = z.infer<typeof SessionEnv>;

/** Parses a runtime's variables. @throws one plain sentence that names every missing or wrong one. */
export function parseEnv<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.infer<S> {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`).join(", ");
  throw new Error(`The environment is not complete: ${names}. Set these variables and start again.`);
}
