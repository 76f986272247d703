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

/** Requests signed with any other credentials are refused. */
const CREDENTIALS = { accessKeyId: "local", secretAccessKey: "local" };

/** The AWS services that the gateway uses, in this process. */
export interface Emulators {
  url: string;
  /** The environment that points ordinary AWS clients here: endpoint, region and made-up credentials. */
  env: Record<string, string>;
  /** Current counts: receivable messages, messages in process, and schedules that are due. */
  activity(): { visible: number; inFlight: number; dueSchedules: number };
  /** The next due message of each queue. */
  queues(): NextDue[];
  /** The current numbers of each queue. */
  queueFigures(): QueueFigures[];
  /** Request counts by action name since the start. */
  counters(): Record<string, number>;
  /** Puts new items, in wire form, straight into a table, for tests that need a full one. Not counted. */
  load(table: string, items: WireItem[]): Promise<void>;
  /** The table, queue and bus actions for a caller in this process, in wire form and without HTTP. */
  ask: AskService;
  /**
   * The address at which other processes on this machine reach the services without HTTP; pass it to `serviceSocket`.
   */
  line: string;
  /**
   * Requires a right of a role, for actions that a service takes in the role's name without a request to these
   * services. @throws AwsError if the role lacks the right.
   */
  require: RightsJudge["require"];
  /**
   * Writes all tables as they are at this moment into a new SQLite file, before anything else runs in this process.
   */
  copyTable(path: string): void;
  /**
   * The file with the master key that seals the KMS keys in the data folder; null if those are in clear, or nothing is
   * kept.
   */
  masterKeyFile: string | null;
  /** Gives API Gateway a WebSocket that was opened. */
  openSocket: SocketService["open"];
  /** Item changes, for followers of a table. */
  stream: TableStream;
  /** Takes under a second; requests in progress are cut off. */
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
 * @param options.dataDir where everything is kept; null keeps nothing after `stop`.
 * @param options.conflicts refuses requests while others hold their items, like DynamoDB; without it, they wait for
 * each other.
 * @param options.dynamodbUrl a DynamoDB Local that has the table instead and loses it when it ends.
 * @param options.snapshot puts a copy of everything into the named folder; without it, snapshots are refused.
 * @param options.deliver gets the mails that are sent; without it, they are dropped.
 * @param options.watch sees every answered request, with the capacity it would consume.
 * @param options.masterKey where to find the key that seals the folder's KMS keys; without it, they are kept in clear.
 * @param options.rights the rights of each role, this process's current role, and the roles of the processes that use
 * the line; without it, everybody may do everything.
 * @throws Error with a plain sentence if the folder is broken or in use.
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

/** Returns the environment variables by which AWS clients find the services. */
const environmentOf = (url: string) => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
});

/** Creates the sender through which Scheduler or the bus reaches queues, within their rights. */
const targetSender =
  (rights: RightsJudge, send: SendToArn, warn: (message: string) => void) =>
  (service: "scheduler" | "events"): SendToArn =>
  (arn, body, group, source) => {
    if (rights.maySend(service, arn, source)) return send(arn, body, group);
    warn(`${service} may not send to ${arn}: the policy of its role, or of the queue, does not permit it.`);
    return true; // there is such a queue, but it is not sent to
  };

/** Creates a caller of the services' actions in a role's name, without HTTP. */
const asker =
  (services: readonly Service[], dispatch: Dispatch) =>
  (role: string | null): AskService =>
  async (action, input, gone) => {
    const service = services.find(({ actions }) => Object.hasOwn(actions, action));
    if (!service) throw new AwsError("UnknownOperationException", `${action} is not emulated here.`);
    return dispatch({ service, action, input: {}, role }, input, gone);
  };
