import type { Watch } from "../aws/service/service.ts";
import type { IdentityProvider } from "../identity/start-identity.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { RunningMail } from "../mail/start-mail.ts";
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
import type { CountingLog } from "./watching/counting-log.ts";
import type { MetricsServer } from "./watching/metrics-server.ts";
import type { RequestCounts } from "./watching/request-counts.ts";

/** A gateway that is starting: each part adds what later parts use. */
export interface Gateway {
  readonly settings: Settings;
  /** Sees every request to the embedded services; undefined means not counted. */
  readonly watch: Watch | undefined;
  readonly folder: DataFolder;
  readonly state: RunState;
  readonly clock: MovableClock;
  /** Runs functions and sessions differently; undefined means as on one machine. */
  readonly runtimes: Runtimes | undefined;
  /** The environment in which the runtimes find the table, the queues and each other. */
  readonly wiring: Record<string, string>;
  aws: StartedAws;
  network: NetworkAccess;
  aiProviders: AiProviders;
  /** The folder that mail is written to. */
  mailFolder: string;
  /** Looks after the outbox; null means mail stays in its folder, for the sandbox to show. */
  mail: RunningMail | null;
  /** null if the panel isn't served, so nobody signs in. */
  identity: IdentityProvider | null;
  noticeQueue: { url: string; arn: string };
  functions: LoadedFunctions;
  api: ApiServer;
  sessions: SessionProcesses;
  /** Called when a session process is ready, including a replacement for one that ended. */
  sessionsChanged: () => void;
  account: Awaited<ReturnType<typeof localAccount>>;
  /** null if the settings want no metrics. */
  metrics: MetricsServer | null;
  /** The functions' log, if they run in this process. */
  logged: CountingLog;
  requests: RequestCounts;
  endpointWorkers: QueuePoller;
  chatWorkers: QueuePoller;
  noticeWorker: QueuePoller;
  forwarding: StreamReader;
  sweep: SweepTimer;
}

/**
 * Runs the gateway's own code differently than on one machine, to test it as deployed: the embedded services judge
 * rights, and nothing reaches them by direct calls.
 */
export interface Runtimes {
  deployment: Deployment;
  /** Returns the functions; they can first request their environment when called, with the gateway running. */
  functions(gateway: Gateway): LoadedFunctions;
  /** Returns all variables of a session process. */
  sessionEnv(gateway: Gateway): Record<string, string>;
  stop(): Promise<void>;
}
