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

/** A gateway that is being started. Each part adds values that later parts need. */
export interface Gateway {
  readonly settings: Settings;
  /** Called for every request to the embedded services. Undefined if requests aren't recorded. */
  readonly watch: Watch | undefined;
  readonly folder: DataFolder;
  readonly state: RunState;
  readonly clock: MovableClock;
  /** How to run functions and sessions. Undefined if they run as usual on a single machine. */
  readonly runtimes: Runtimes | undefined;
  /** The environment variables that functions and sessions use to find the table, the queues, and each other. */
  readonly wiring: Record<string, string>;
  aws: StartedAws;
  network: NetworkAccess;
  aiProviders: AiProviders;
  /** The folder that emails are written to. */
  mailFolder: string;
  /** Processes the outbox. Null if emails stay in their folder, where the sandbox displays them. */
  mail: RunningMail | null;
  /** Null if the panel isn't served, in which case users can't sign in. */
  identity: IdentityProvider | null;
  noticeQueue: { url: string; arn: string };
  functions: LoadedFunctions;
  api: ApiServer;
  sessions: SessionProcesses;
  /** Called when a session process is ready, including a process that replaces one that ended. */
  sessionsChanged: () => void;
  account: Awaited<ReturnType<typeof localAccount>>;
  /** Null if metrics aren't enabled in the settings. */
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
 * Runs the gateway's own code in a different way than is usual on a single machine, to test it as deployed. The
 * embedded services then check permissions and are never called directly.
 */
export interface Runtimes {
  deployment: Deployment;
  /** Returns the functions. They only request their environment when called, once the gateway is running. */
  functions(gateway: Gateway): LoadedFunctions;
  /** Returns all of a session process's environment variables. */
  sessionEnv(gateway: Gateway): Record<string, string>;
  stop(): Promise<void>;
}
