import type { Watch } from "../aws/service/service.ts";
import type { IdentityProvider } from "../identity/start-identity.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { localAccount } from "./account.ts";
import type { AiProviders } from "./ai-providers.ts";
import type { ApiServer } from "./api-server.ts";
import type { LoadedFunctions } from "./functions.ts";
import type { DataFolder, RunState } from "./kept-state.ts";
import type { NetworkAccess } from "./network-access.ts";
import type { QueuePoller } from "./queue-poller.ts";
import type { Deployment } from "./rights/deployment-of.ts";
import type { SessionProcesses } from "./session-processes.ts";
import type { Settings } from "./settings.ts";
import type { StartedAws } from "./start-aws.ts";
import type { StreamReader } from "./stream-reader.ts";
import type { SweepTimer } from "./sweep-timer.ts";

/** A gateway on its way up: each part adds what the parts after it use. */
export interface Gateway {
  readonly settings: Settings;
  /** Sees every request to the embedded services; undefined: nobody counts. */
  readonly watch: Watch | undefined;
  readonly folder: DataFolder;
  readonly state: RunState;
  readonly clock: MovableClock;
  /** Runs functions and sessions in another way; undefined: as one machine does. */
  readonly runtimes: Runtimes | undefined;
  /** The environment with which the runtimes find the table, the queues and each other. */
  readonly wiring: Record<string, string>;
  aws: StartedAws;
  network: NetworkAccess;
  aiProviders: AiProviders;
  /** The folder that mail is written to. */
  mailFolder: string;
  /** null: the panel is not served, so nobody signs in. */
  identity: IdentityProvider | null;
  noticeQueue: { url: string; arn: string };
  functions: LoadedFunctions;
  api: ApiServer;
  sessions: SessionProcesses;
  /** Called when a session process is ready, also in place of one that ended. */
  sessionsChanged: () => void;
  account: Awaited<ReturnType<typeof localAccount>>;
  endpointWorkers: QueuePoller;
  chatWorkers: QueuePoller;
  noticeWorker: QueuePoller;
  forwarding: StreamReader;
  sweep: SweepTimer;
}

/**
 * Another way to run the gateway's own code than one machine does, for tests of it as it is deployed: the embedded
 * services judge rights, and nothing reaches them by calls.
 */
export interface Runtimes {
  deployment: Deployment;
  /** The functions; their environment may be requested at their first call, when the gateway runs. */
  functions(gateway: Gateway): LoadedFunctions;
  /** All variables of a session process. */
  sessionEnv(gateway: Gateway): Record<string, string>;
  stop(): Promise<void>;
}
