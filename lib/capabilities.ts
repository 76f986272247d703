import { ENV } from "../core/env.ts";

/**
 * The capabilities that a runtime can have. Each one lists the environment variables that contain the names of its
 * resources, so permissions and variables are always granted together.
 */
export const CAPABILITIES = {
  /** Reads and writes table items, including in transactions, but never scans the table. */
  table: [ENV.tableName],
  /** Reads items of the table. */
  table_reads: [ENV.tableName],
  /** Finds users by their sign-ins and ends their sessions. Can't access accounts or their customers. */
  person_sessions: [ENV.tableName],
  /** Counts requests, and records when a key was last used. */
  table_counts: [ENV.tableName],
  /** Decrypts the deployment's pepper, which API keys are hashed with. Can't decrypt any other secret. */
  key_check: [ENV.kmsKeyId],
  /**
   * Decrypts the pepper, and creates it if it doesn't exist yet, because users may sign in before the first API key is
   * created.
   */
  key_make: [ENV.kmsKeyId],
  /** Encrypts and decrypts the secrets of accounts: signing secrets and header values. */
  account_secrets: [ENV.kmsKeyId],
  /** Decrypts the secrets of accounts. */
  account_secrets_open: [ENV.kmsKeyId],
  /** Encrypts and decrypts the AI provider keys of accounts. Can't decrypt any other secret. */
  agent_keys: [ENV.kmsKeyId],
  /** Decrypts the AI provider keys of accounts, and nothing else. */
  agent_keys_open: [ENV.kmsKeyId],
  /** Encrypts and decrypts the proxy URLs of instances. Can't decrypt any other secret. */
  proxy_urls: [ENV.kmsKeyId],
  /** Decrypts the proxy URLs of instances, and nothing else. */
  proxy_urls_open: [ENV.kmsKeyId],
  /** Encrypts and decrypts the credentials and keys of linked numbers. */
  instance_secrets: [ENV.kmsKeyId],
  /** Sends wake-ups to all lane queues, either immediately or through a schedule. */
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
  /** Sends data on the WebSockets of the event stream, closes them, and queries which of them are open. */
  connections: [ENV.streamEndpoint],
  /** Returns the address at which customers open a WebSocket to the event stream. */
  stream_address: [ENV.streamUrl],
  /** Puts events on the internal bus. */
  bus: [ENV.eventBusName],
  /** Stores files in the bucket and creates links to any file. Creates the secret for links if it doesn't exist yet. */
  media: [ENV.mediaBucket, ENV.kmsKeyId, ENV.filesUrl],
  /**
   * Creates links to any file, and creates the secret for links if it doesn't exist yet. Can't store, read or delete
   * files.
   */
  media_links: [ENV.kmsKeyId, ENV.filesUrl],
  /** Reads customers' files if their key is known. Can't store, list or delete files. */
  media_reads: [ENV.mediaBucket],
  /** Deletes the files of menus. */
  menu_files: [ENV.mediaBucket],
  /** Opens file links, which anyone can follow. Reads the secret for links but no other item, and reads files. */
  file_links: [ENV.tableName, ENV.kmsKeyId, ENV.mediaBucket],
  /** Decrypts the secret that OTP codes are derived from, and creates it if it doesn't exist yet. */
  otp_codes: [ENV.kmsKeyId],
  /** Decrypts the secret that OTP codes are derived from, but can't create it. */
  otp_codes_open: [ENV.kmsKeyId],
  /** Sends users to the identity provider and handles their return. The provider needs none of our secrets. */
  sign_in: [ENV.identityIssuer, ENV.identityClientId, ENV.panelUrl],
  /** Uses the panel's own address. */
  panel_address: [ENV.panelUrl],
  /** Sends emails to users of the panel, if a sender is configured. */
  mail: [],
  /**
   * Calls the API at its public address with the credentials that the operator stored for the canary. Can read only the
   * item with those credentials.
   */
  canary: [ENV.tableName, ENV.kmsKeyId, ENV.apiUrl],
} as const satisfies Record<string, readonly string[]>;

export type Capability = keyof typeof CAPABILITIES;
