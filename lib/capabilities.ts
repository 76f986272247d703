import { ENV } from "../core/env.ts";

/** A runtime's rights, each with the variables that name its resources, so that the two always come together. */
export const CAPABILITIES = {
  /** Reads and writes the table's items, also in transactions; never scans it. */
  table: [ENV.tableName],
  /** Reads the table's items. */
  table_reads: [ENV.tableName],
  /** Finds people by their sign-ins, and ends their sessions; can't access accounts or their customers. */
  person_sessions: [ENV.tableName],
  /** Counts requests and records when a key was used. */
  table_counts: [ENV.tableName],
  /** Opens the deployment's pepper, which API keys are hashed with. It can't open any other sealed secret. */
  key_check: [ENV.kmsKeyId],
  /** Opens the pepper, and creates it if there is none yet: people may sign in before there is an API key. */
  key_make: [ENV.kmsKeyId],
  /** Seals and opens accounts' secrets: signing secrets and header values. */
  account_secrets: [ENV.kmsKeyId],
  /** Opens accounts' secrets. */
  account_secrets_open: [ENV.kmsKeyId],
  /** Seals and opens accounts' AI provider keys. It can't open any other sealed secret. */
  agent_keys: [ENV.kmsKeyId],
  /** Opens accounts' AI provider keys, and nothing else. */
  agent_keys_open: [ENV.kmsKeyId],
  /** Seals and opens the urls of numbers' proxies. It can't open any other sealed secret. */
  proxy_urls: [ENV.kmsKeyId],
  /** Opens the urls of numbers' proxies, and nothing else. */
  proxy_urls_open: [ENV.kmsKeyId],
  /** Seals and opens linked numbers' credentials and keys. */
  instance_secrets: [ENV.kmsKeyId],
  /** Sends "check this lane" to every lane queue, at once or through a schedule. */
  wakeups: [
    ENV.endpointQueueUrl,
    ENV.endpointQueueArn,
    ENV.chatQueueUrl,
    ENV.chatQueueArn,
    ENV.shardQueueUrlPrefix,
    ENV.shardQueueArnPrefix,
    ENV.shardCount,
    ENV.queueCount,
    ENV.schedulerRoleArn,
    ENV.scheduleGroup,
  ],
  /** Sends on the WebSockets of the stream of events, closes them, and asks which are open. */
  connections: [ENV.streamEndpoint],
  /** Knows where customers open a WebSocket to the stream of events. */
  stream_address: [ENV.streamUrl],
  /** Puts events on the internal bus. */
  bus: [ENV.eventBusName],
  /** Puts files into the bucket and creates links to all files; also creates the links' secret if there is none yet. */
  media: [ENV.mediaBucket, ENV.kmsKeyId, ENV.filesUrl],
  /** Creates links to all files, and their secret if there is none yet; can't put, read or remove files. */
  media_links: [ENV.kmsKeyId, ENV.filesUrl],
  /** Reads customers' files whose key it knows; can't put, list or remove any. */
  media_reads: [ENV.mediaBucket],
  /** Removes menu files. */
  menu_files: [ENV.mediaBucket],
  /** Opens links to files: reads their secret and no other item, and reads files, because anyone can follow a link. */
  file_links: [ENV.tableName, ENV.kmsKeyId, ENV.mediaBucket],
  /** Opens the secret that OTP codes are derived from, and creates it if there is none yet. */
  otp_codes: [ENV.kmsKeyId],
  /** Opens that secret, without creating one. */
  otp_codes_open: [ENV.kmsKeyId],
  /** Sends people to the sign-in provider and takes them back; the provider needs none of our secrets. */
  sign_in: [ENV.identityIssuer, ENV.identityClientId, ENV.panelUrl],
  /** Knows the panel's own address. */
  panel_address: [ENV.panelUrl],
  /** Sends mail to people of the panel, if a sender is set up. */
  mail: [],
  /**
   * Calls the API at its public address with the canary's credentials from the operator: reads that item and no other.
   */
  canary: [ENV.tableName, ENV.kmsKeyId, ENV.apiUrl],
} as const satisfies Record<string, readonly string[]>;

export type Capability = keyof typeof CAPABILITIES;
