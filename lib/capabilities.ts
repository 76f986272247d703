import { ENV } from "../core/env.ts";

/** Rights of a runtime, each with the variables that name its resources: the two always come together. */
export const CAPABILITIES = {
  /** Reads and writes items of the one table, also in transactions; never scans it. */
  table: [ENV.tableName],
  /** Reads items of the one table. */
  table_reads: [ENV.tableName],
  /** Finds people by their sign-ins, and ends their sessions; nothing of accounts or their customers. */
  person_sessions: [ENV.tableName],
  /** Counts requests and notes when a key was used. */
  table_counts: [ENV.tableName],
  /**
   * Opens the deployment's pepper, under which API keys are hashed. Nothing else that is sealed can be opened with it.
   */
  key_check: [ENV.kmsKeyId],
  /** Seals and opens accounts' secrets: signing secrets, values of headers. */
  account_secrets: [ENV.kmsKeyId],
  /** Opens accounts' secrets. */
  account_secrets_open: [ENV.kmsKeyId],
  /** Seals and opens accounts' keys of AI providers. Nothing else that is sealed can be opened with it. */
  agent_keys: [ENV.kmsKeyId],
  /** Opens accounts' keys of AI providers, and nothing else. */
  agent_keys_open: [ENV.kmsKeyId],
  /** Seals and opens the credentials and keys of linked numbers. */
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
  /** Puts events on the internal bus. */
  bus: [ENV.eventBusName],
  /**
   * Puts files into the bucket and makes links to all files; also creates the secret of links when there is none yet.
   */
  media: [ENV.mediaBucket, ENV.kmsKeyId, ENV.filesUrl],
  /** Makes links to all files, and their secret when there is none yet: it puts, reads and removes none. */
  media_links: [ENV.kmsKeyId, ENV.filesUrl],
  /** Reads customers' files of which it knows the key: it puts, lists and removes none. */
  media_reads: [ENV.mediaBucket],
  /** Removes files of menus. */
  menu_files: [ENV.mediaBucket],
  /** Opens links to files: reads their secret and no other item, and reads files, because anybody may follow a link. */
  file_links: [ENV.tableName, ENV.kmsKeyId, ENV.mediaBucket],
  /** Opens the secret from which codes of OTPs are derived, and creates it when there is none yet. */
  otp_codes: [ENV.kmsKeyId],
  /** Opens that secret, without making one. */
  otp_codes_open: [ENV.kmsKeyId],
  /** Sends people to the sign-in provider and takes them back; the provider needs no secret of ours. */
  sign_in: [ENV.identityIssuer, ENV.identityClientId, ENV.panelUrl],
  /** Knows the panel's own address. */
  panel_address: [ENV.panelUrl],
  /** Sends mail to people of the panel, where a sender is set up. */
  mail: [],
  /** Asks the API at its public address, with what the operator has given the canary: reads that item and no other. */
  canary: [ENV.tableName, ENV.kmsKeyId, ENV.apiUrl],
} as const satisfies Record<string, readonly string[]>;

export type Capability = keyof typeof CAPABILITIES;
