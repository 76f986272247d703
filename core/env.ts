import * as z from "zod";

/** The names of the environment variables that the stacks and the local runner set for each runtime. */
export const ENV = {
  tableName: "TABLE_NAME",
  endpointQueueUrl: "ENDPOINT_QUEUE_URL",
  endpointQueueArn: "ENDPOINT_QUEUE_ARN",
  chatQueueUrl: "CHAT_QUEUE_URL",
  chatQueueArn: "CHAT_QUEUE_ARN",
  /** The prefixes for the queues that carry shards' wake-ups. The queue's number is appended to each. */
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
  /** The issuer whose tokens sign users in to the panel, and the panel's client name at that issuer. */
  identityIssuer: "IDENTITY_ISSUER",
  /** On a single machine, the address at which the gateway reaches its own issuer. */
  identityAddress: "IDENTITY_ADDRESS",
  identityClientId: "IDENTITY_CLIENT_ID",
  identityKind: "IDENTITY_KIND",
  /** On a single machine, the name under which users of its own issuer are stored. */
  identityName: "IDENTITY_NAME",
  eventBusName: "EVENT_BUS_NAME",
  mediaBucket: "MEDIA_BUCKET",
  /** The API address that customers use. It is the base of file links. */
  filesUrl: "FILES_URL",
  /** On a single machine that serves a team, the base address of signed links to the bucket's files. */
  mediaLinksUrl: "MEDIA_LINKS_URL",
  /** The API address that customers use. The canary calls it. */
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
  /** The SHA-256 of each accepted origin secret. */
  originSecretHashes: "ORIGIN_SECRET_HASHES",
  /** "1" if every request must come through the front. */
  frontRequired: "FRONT_REQUIRED",
  /** "1" if the gateway has an event stream. */
  hasStream: "HAS_STREAM",
  /** "1" if the panel's pages can receive live hints about changes. */
  hasHints: "HAS_HINTS",
  /**
   * On AWS, the address at which customers open a WebSocket to the stream, and the address used to send over open
   * connections.
   */
  streamUrl: "STREAM_URL",
  streamEndpoint: "STREAM_ENDPOINT",
} as const;

// The usual kinds of variables. Variables share them, because each schema takes time at every cold start.
const given = z.string().min(1);
const orEmpty = z.string().default("");
const flag = z.enum(["0", "1"]).default("0");
const positive = z.coerce.number().int().min(1);

/** The variables for the table. */
export const TableEnv = z.object({ TABLE_NAME: given });

/** The variables for the key that wraps the data keys of sealed secrets. */
export const SecretsEnv = z.object({
  KMS_KEY_ID: given,
  /**
   * How long an unwrapped data key may be used, in minutes. In the session service, this applies only to keys that no
   * session is using.
   */
  DATA_KEY_MINUTES: positive.max(60).default(5),
});

/** The variables for sending wake-ups, immediate or delayed. */
export const WakeupsEnv = z.object({
  ENDPOINT_QUEUE_URL: given,
  ENDPOINT_QUEUE_ARN: given,
  CHAT_QUEUE_URL: given,
  CHAT_QUEUE_ARN: given,
  SHARD_QUEUE_URL_PREFIX: given,
  SHARD_QUEUE_ARN_PREFIX: given,
  SHARD_COUNT: positive,
  /** The number of queues that the shards' wake-ups are spread across. */
  QUEUE_COUNT: positive,
  SCHEDULER_ROLE_ARN: given,
  SCHEDULE_GROUP: given,
});

/** The variables for the internal bus. */
export const BusEnv = z.object({ EVENT_BUS_NAME: given });

/** The variables for the bucket of sent and received files. */
export const BucketEnv = z.object({ MEDIA_BUCKET: given });

/** The variables for file links: their base address, and the key that decrypts the link secret. */
export const LinksEnv = z.object({ ...SecretsEnv.shape, FILES_URL: given });

/** The variables for file links and the bucket. */
export const MediaEnv = z.object({ ...BucketEnv.shape, ...LinksEnv.shape });

/**
 * The variables for signing in to the panel: the issuer's address, and the panel's own address, to which users are
 * redirected.
 */
export const IdentityEnv = z.object({
  IDENTITY_ISSUER: given,
  /** On a single machine, the address of its own issuer. If empty, the issuer's public address is used. */
  IDENTITY_ADDRESS: orEmpty,
  IDENTITY_CLIENT_ID: given,
  /**
   * `foreign` (single machine only) means another organization's issuer, which decides for itself how often users have
   * to enter their password.
   */
  IDENTITY_KIND: z.enum(["own", "foreign"]).default("own"),
  /**
   * On a single machine, the name under which users of its own issuer are stored, because the issuer's address can
   * change. If empty, the name that the issuer uses for itself is used.
   */
  IDENTITY_NAME: orEmpty,
  PANEL_URL: given,
});
export type IdentityEnv = z.infer<typeof IdentityEnv>;

/** The variable for the address that the canary calls. */
export const TargetEnv = z.object({ API_URL: given });

/** The variable for the API Gateway address used to send over open WebSockets. */
export const ConnectionsEnv = z.object({ STREAM_ENDPOINT: given });

/** Settings available to every function. None of them grants access. */
export const SettingsEnv = z.object({
  /** The base URL of the API. If empty, the request's address is used. */
  BASE_URL: orEmpty,
  DOCS_URL: z.string().min(1).default("https://example.com/docs"),
  /** The panel's address. If empty, the request's address is used. */
  PANEL_URL: orEmpty,
  /** "1" only on a single machine, to allow receivers on loopback and over http. Never set on AWS. */
  ALLOW_PRIVATE_WEBHOOKS: flag,
  /**
   * On a single machine, the number of instances that the operator allows per account. If absent, the plan's limit
   * applies.
   */
  INSTANCES_PER_ACCOUNT: positive.optional(),
  /** "1" on a single machine that serves a team: users join accounts by invitation and can't open any themselves. */
  ACCOUNTS_BY_OPERATOR: flag,
  /**
   * On a single machine, the address that replaces the language model providers. If empty, the providers themselves are
   * used.
   */
  AI_PROVIDERS_URL: z
    .string()
    .regex(/^(http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)?$/, "must be an address of this machine, or empty")
    .default(""),
  /**
   * On a single machine, the name stored for the issuer that replaces a user pool. If empty, the pool's own issuer
   * applies, taken from the event that the pool sends.
   */
  IDENTITY_NAME: orEmpty,
  /** The session service's PACE value, used to forecast waiting messages. Set only on a single machine. */
  PACE: z.coerce.number().positive().max(1).optional(),
  /** The SHA-256, in hex, of each secret that identifies a front, separated by commas. Empty if there is no front. */
  ORIGIN_SECRET_HASHES: z
    .string()
    .regex(/^([0-9a-f]{64}(,[0-9a-f]{64})*)?$/)
    .default("")
    .transform((hashes) => hashes.split(",").filter((hash) => hash !== "")),
  /** "1" to refuse requests that didn't come through the front. */
  FRONT_REQUIRED: flag,
  /** "1" on a single machine, which serves the event stream. */
  HAS_STREAM: flag,
  /** "1" on a single machine, where the panel's pages receive hints about changes. */
  HAS_HINTS: flag,
  /**
   * On AWS, the address for opening a WebSocket to the event stream. If empty, the API's own address is used, provided
   * there is a stream at all.
   */
  STREAM_URL: orEmpty,
});

/** The settings and all resources of functions. lib/wiring.ts passes each function only the part it needs. */
export const FunctionEnv = z.object({
  ...SettingsEnv.shape,
  ...TableEnv.shape,
  ...SecretsEnv.shape,
  ...WakeupsEnv.shape,
  ...BusEnv.shape,
  MEDIA_BUCKET: orEmpty,
  FILES_URL: orEmpty,
});
export type FunctionEnv = z.infer<typeof FunctionEnv>;

/** The configuration of the session service. */
export const SessionEnv = z.object({
  ...TableEnv.shape,
  ...SecretsEnv.shape,
  ...WakeupsEnv.shape,
  ...MediaEnv.shape,
  /**
   * A second queue count, used while the number of queues is being changed: wake-ups are received from those queues as
   * well. 0 means none.
   */
  ALSO_READ_QUEUE_COUNT: z.coerce.number().int().min(0).default(0),
  /** The address of the network's WebSocket. If empty, the library's own address is used. */
  NETWORK_URL: orEmpty,
  /** The root key of the network's certificate, 32 bytes in hex. If empty, the library's own key is used. */
  NETWORK_ROOT_KEY: z
    .string()
    .regex(/^([0-9a-f]{64})?$/)
    .default(""),
  /**
   * The client versions to present to the network, in order: `2.3000.1043857760, …`. If empty, the pinned version is
   * used.
   */
  CLIENT_VERSIONS: orEmpty,
  /** "1" to allow linking numbers with a passkey signature where the network requires it. */
  PASSKEY_LINKING: flag,
  /**
   * Shortens the gaps between messages, for demos and tests on a single machine: 1 means the documented gaps, 0.01 a
   * hundredth of them.
   */
  PACE: z.coerce.number().positive().max(1).default(1),
  /** The CloudWatch namespace for the service's metrics. If empty, no metrics are written. */
  METRICS_NAMESPACE: orEmpty,
  /** "1" to emit only the metrics used by the alarms of every stage. */
  ONLY_ESSENTIAL_METRICS: flag,
  /** "1" only on a single machine, to allow fetching files from loopback and over http. Never set on AWS. */
  ALLOW_PRIVATE_WEBHOOKS: flag,
});
export type SessionEnv = z.infer<typeof SessionEnv>;

/**
 * Parses a runtime's environment variables. @throws an error whose message is a plain sentence that lists every missing
 * or invalid variable.
 */
export function parseEnv<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.infer<S> {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`).join(", ");
  throw new Error(`The environment is not complete: ${names}. Set these variables and start again.`);
}
