import { createLog } from "../../core/log.ts";
import type { Log } from "../../core/ports.ts";
import type { MovableClock } from "../machine/clock.ts";
import { startBus } from "./bus/bus.ts";
import type { Conflicts } from "./dynamo/conflicts.ts";
import type { WireItem } from "./dynamo/dynalite.ts";
import { injectedConflict } from "./dynamo/injected-conflict.ts";
import type { TableStream } from "./dynamo/stream.ts";
import type { Dispatch } from "./front/dispatch.ts";
import { startFront } from "./front/front.ts";
import { routeFor } from "./front/route.ts";
import { signatureCheck } from "./front/service-signature.ts";
import { TableFaults } from "./front/table-faults.ts";
import type { MasterKeyPlace } from "./kms/open-master-key.ts";
import { openData } from "./open-data.ts";
import { type Rights, type RightsJudge, rightsJudge, type SeeRight } from "./rights/judge.ts";
import { startScheduler } from "./scheduler/scheduler.ts";
import { AwsError } from "./service/aws-error.ts";
import type { Faults } from "./service/faults.ts";
import { REGION } from "./service/names.ts";
import type { Service, Watch } from "./service/service.ts";
import { type DeliverMail, startSes } from "./ses/ses.ts";
import { type AskService, serveServiceSocket } from "./socket/service-socket.ts";
import { type SocketService, startSockets } from "./sockets/sockets.ts";
import type { NextDue, QueueFigures } from "./sqs/queue-figures.ts";
import { type SendToArn, startSqs } from "./sqs/sqs.ts";

/** The only credentials that are accepted. Requests signed with any other credentials are refused. */
const CREDENTIALS = { accessKeyId: "local", secretAccessKey: "local" };

/** The AWS services that the gateway uses, running in this process. */
export interface Emulators {
  url: string;
  /** Environment variables that make ordinary AWS clients use the emulators: endpoint, region and fake credentials. */
  env: Record<string, string>;
  /** Current counts: messages ready to be received, messages being processed, and schedules that are due. */
  activity(): { visible: number; inFlight: number; dueSchedules: number };
  /** The next message to become due in each queue. */
  queues(): NextDue[];
  /** The current statistics of each queue. */
  queueFigures(): QueueFigures[];
  /** The number of requests since startup, by action name. */
  counters(): Record<string, number>;
  /**
   * Puts new items, in wire form, directly into a table, for tests that need a full table. They aren't counted as
   * requests.
   */
  load(table: string, items: WireItem[]): Promise<void>;
  /** Calls actions on the table, queues and bus from within this process, in wire form and without HTTP. */
  ask: AskService;
  /**
   * The address where other processes on this machine can use the services without HTTP. It is passed to
   * `serviceSocket`.
   */
  line: string;
  /**
   * Checks a role's right to an action that a service performs on the role's behalf without sending a request to these
   * services.
   * @throws AwsError if the role lacks the right.
   */
  require: RightsJudge["require"];
  /**
   * Writes a copy of the current state of all tables to a new SQLite file, before any other code in this process runs.
   */
  copyTable(path: string): void;
  /**
   * The file with the master key that encrypts the data folder's KMS keys. Null if those keys are stored unencrypted,
   * or if nothing is stored.
   */
  masterKeyFile: string | null;
  /** Hands a newly opened WebSocket to the emulated API Gateway. */
  openSocket: SocketService["open"];
  /** Item changes, for followers of a table. */
  stream: TableStream;
  /** Stops the services in less than a second, aborting requests in progress. */
  stop(): Promise<void>;
}

interface EmulatorOptions {
  clock: MovableClock;
  dataDir: string | null;
  port?: number;
  conflicts?: Conflicts;
  dynamodbUrl?: string | undefined;
  deliver?: DeliverMail;
  snapshot?: (wish: unknown) => void;
  faults?: Faults;
  watch?: Watch;
  masterKey?: MasterKeyPlace;
  rights?: Rights & { current: () => string | null; ofLine: string; see?: SeeRight };
  log?: Log;
}

/**
 * Starts DynamoDB, SQS, S3, EventBridge, EventBridge Scheduler, KMS and SES behind one loopback URL.
 * @param options.dataDir the folder that contains all data. If null, nothing is retained after `stop`.
 * @param options.conflicts refuses requests while other requests hold their items, as DynamoDB does. Without it,
 * requests wait for each other.
 * @param options.dynamodbUrl a DynamoDB Local that stores the table instead and loses it when it stops.
 * @param options.snapshot puts a copy of all data into the given folder. Without it, snapshots are refused.
 * @param options.deliver receives the emails that are sent. Without it, they are dropped.
 * @param options.watch is called for every answered request, with the capacity it would consume.
 * @param options.masterKey the location of the key that encrypts the folder's KMS keys. Without it, they are stored
 * unencrypted.
 * @param options.rights each role's rights, this process's current role, and the roles of the processes that connect to
 * `line`. Without it, every action is permitted.
 * @throws Error with a plain sentence if the folder is damaged or in use.
 */
export async function startEmulators(options: EmulatorOptions): Promise<Emulators> {
  const { clock, log = createLog("local-aws", "warn") } = options;
  const warn = (message: string) => log.warn({}, message);

  const { kept, kms, master, dynamo, files } = await openData({ ...options, credentials: CREDENTIALS, warn });
  const rights = rightsJudge(options.rights ?? null, warn, options.rights?.see);
  const sqs = startSqs({ clock, kept, url: () => url, warn });
  const sendAs = targetSender(rights, sqs.send, warn);
  const scheduler = startScheduler({ clock, kept, send: sendAs("scheduler"), warn });
  const services = {
    dynamo,
    sqs: sqs.service,
    scheduler: scheduler.service,
    bus: startBus({ clock, kept, send: sendAs("events"), warn }),
    kms,
    sockets: startSockets({ clock }),
    ses: startSes({ clock, deliver: options.deliver ?? (async () => {}) }),
  };
  const counts = new Map<string, number>();
  const tableFaults = new TableFaults();
  let url = "";

  const stopServices = async () => {
    for (const service of [...Object.values(services), files]) await service.stop();
    kept.close();
  };
  const front = await startFront({
    port: options.port ?? 0,
    files,
    route: (request) => routeFor(request, services),
    checkSigned: signatureCheck(CREDENTIALS),
    faults: options.faults ?? tableFaults.faults,
    setTableFaults: (wish) => tableFaults.set(wish),
    snapshot: options.snapshot ?? null,
    conflict: injectedConflict,
    count: (action) => counts.set(action, (counts.get(action) ?? 0) + 1),
    rights,
    watch: options.watch ?? null,
    warn,
  }).catch(async (error: unknown) => {
    await stopServices();
    throw error;
  });
  url = front.url;
  const askAs = asker([services.dynamo, services.sqs, services.bus], front.dispatch);
  const line = await serveServiceSocket(askAs(options.rights?.ofLine ?? null));
  let stopped: Promise<void> | undefined;

  return {
    url,
    env: environmentOf(url),
    activity: () => ({ ...sqs.activity(), dueSchedules: scheduler.due() }),
    queues: sqs.nextDue,
    queueFigures: sqs.figures,
    counters: () => Object.fromEntries(counts),
    ask: (...question) => askAs(options.rights?.current() ?? null)(...question),
    line: line.address,
    require: (role, needed) => {
      if (options.rights) rights.require(role, needed);
    },
    masterKeyFile: master?.file ?? null,
    load: services.dynamo.load,
    ...{ copyTable: services.dynamo.copyTo, stream: services.dynamo.stream, openSocket: services.sockets.open },
    stop() {
      stopped ??= Promise.all([front.stop(), line.stop()]).then(stopServices);
      return stopped;
    },
  };
}

/** Returns the environment variables that point AWS clients to the services. */
const environmentOf = (url: string) => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
});

/** Creates the function through which Scheduler and the bus send messages to queues, within their rights. */
const targetSender =
  (rights: RightsJudge, send: SendToArn, warn: (message: string) => void) =>
  (service: "scheduler" | "events"): SendToArn =>
  (arn, body, group, source) => {
    if (rights.maySend(service, arn, source)) return send(arn, body, group);
    warn(`${service} may not send to ${arn}: the policy of its role, or of the queue, does not permit it.`);
    return true; // there is such a queue, but it is not sent to
  };

/** Creates a function that calls the services' actions on behalf of a role, without HTTP. */
const asker =
  (services: readonly Service[], dispatch: Dispatch) =>
  (role: string | null): AskService =>
  async (action, input, gone) => {
    const service = services.find(({ actions }) => Object.hasOwn(actions, action));
    if (!service) throw new AwsError("UnknownOperationException", `${action} is not emulated here.`);
    return dispatch({ service, action, input: {}, role }, input, gone);
  };
