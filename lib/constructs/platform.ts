import { Stack } from "aws-cdk-lib";
import { CANARY_PARTITION } from "../../core/contracts/canary.ts";
import { FILE_SECRET_PARTITION } from "../../core/contracts/files.ts";
import { ENV } from "../../core/env.ts";
import type { Capability } from "../capabilities.ts";
import type { EventSockets } from "./event-sockets.ts";
import type { InternalBus } from "./internal-bus.ts";
import type { LaneQueues } from "./lane-queues.ts";
import { letSendMail } from "./let-send-mail.ts";
import type { MediaBucket } from "./media-bucket.ts";
import type { Runtime } from "./runtime.ts";
import type { SecretsKey } from "./secrets-key.ts";
import type { SingleTable } from "./single-table.ts";

/** The resources to which a runtime can be granted access. */
export interface Platform {
  table: SingleTable;
  secrets: SecretsKey;
  queues: LaneQueues;
  bus: InternalBus;
  sockets: EventSockets;
  media: MediaBucket;
  /** The API address that customers use. File links begin with it. */
  filesUrl: string;
  /** The sender address for emails, or null if no emails are sent. */
  mailFrom: string | null;
  /** Set only for the functions of a panel. */
  panel?: PanelAddresses;
}

/** The panel's address, and the provider that its users sign in with. */
export interface PanelAddresses {
  /** The address of the panel, without a trailing slash. */
  url: string;
  issuer: string;
  clientId: string;
}

/** Grants the given capabilities to a runtime, together with their environment variables. */
export function grantCapabilities(platform: Platform, runtime: Runtime, uses: readonly Capability[]): void {
  const grants: Record<Capability, () => void> = {
    table: () => platform.table.grantUse(runtime),
    table_reads: () => platform.table.grantReads(runtime),
    person_sessions: () => platform.table.grantEndSessions(runtime),
    table_counts: () => platform.table.grantCounts(runtime),
    key_check: () => platform.secrets.grantKeyCheck(runtime),
    key_make: () => platform.secrets.grantKeyMake(runtime),
    account_secrets: () => platform.secrets.grantSeal(runtime, "account"),
    account_secrets_open: () => platform.secrets.grantOpen(runtime, "account"),
    agent_keys: () => platform.secrets.grantSeal(runtime, "agent"),
    agent_keys_open: () => platform.secrets.grantOpen(runtime, "agent"),
    proxy_urls: () => platform.secrets.grantSeal(runtime, "proxy"),
    proxy_urls_open: () => platform.secrets.grantOpen(runtime, "proxy"),
    instance_secrets: () => platform.secrets.grantSeal(runtime, "instance"),
    wakeups: () => platform.queues.grantWake(runtime),
    connections: () => platform.sockets.grantUse(runtime),
    stream_address: () => runtime.addEnvironment(ENV.streamUrl, platform.sockets.url),
    bus: () => platform.bus.grantPut(runtime),
    media: () => {
      platform.media.grantUse(runtime);
      grants.media_links();
    },
    media_links: () => {
      platform.secrets.grantSealFileLinks(runtime);
      runtime.addEnvironment(ENV.filesUrl, platform.filesUrl);
    },
    media_reads: () => platform.media.grantFiles(runtime),
    menu_files: () => platform.media.grantRemoveMenuFiles(runtime),
    file_links: () => {
      platform.table.grantReadsOf(runtime, FILE_SECRET_PARTITION);
      platform.secrets.grantOpenFileLinks(runtime);
      platform.media.grantReads(runtime);
    },
    sign_in: () => {
      const { url, issuer, clientId } = panelOf(platform);
      runtime.addEnvironment(ENV.panelUrl, url);
      runtime.addEnvironment(ENV.identityIssuer, issuer);
      runtime.addEnvironment(ENV.identityClientId, clientId);
    },
    panel_address: () => runtime.addEnvironment(ENV.panelUrl, panelOf(platform).url),
    mail: () => {
      if (platform.mailFrom !== null) letSendMail(runtime, platform.mailFrom, Stack.of(platform.table));
    },
    otp_codes: () => platform.secrets.grantSealOtpCodes(runtime),
    otp_codes_open: () => platform.secrets.grantOpenOtpCodes(runtime),
    canary: () => {
      platform.table.grantReadsOf(runtime, CANARY_PARTITION);
      platform.secrets.grantOpenCanary(runtime);
      runtime.addEnvironment(ENV.apiUrl, platform.filesUrl);
    },
  };
  for (const capability of uses) grants[capability]();
}

function panelOf({ panel }: Platform): PanelAddresses {
  if (!panel) throw new Error("Only functions of the panel may have its addresses.");
  return panel;
}
