import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  askedFromElsewhere,
  cameThroughProxy,
  forThisMachine,
} from "../../../simulated-network/src/process/this-machine-only.ts";
import { monotonicMs } from "../../machine/monotonic-ms.ts";
import { callerOf } from "../rights/callers.ts";
import { AwsError } from "../service/aws-error.ts";
import type { RawService } from "../service/service.ts";
import {
  type Dispatch,
  type DispatchOptions,
  detailOf,
  dispatcher,
  type FrontRoute,
  injectFault,
  STOPPED,
} from "./dispatch.ts";
import { parseBody, readBody, sendError, sendOutput } from "./http-answer.ts";
import type { CheckSigned } from "./service-signature.ts";
import { TABLE_FAULTS_PATH } from "./table-faults.ts";

/** The common entry point of all services. */
export interface LocalFront {
  url: string;
  /**
   * Runs an action for a caller in this process or one that is connected by a separate line. @throws AwsError the error
   * response.
   */
  dispatch: Dispatch;
  stop(): Promise<void>;
}

interface FrontOptions extends DispatchOptions {
  port: number;
  /** The S3 service. Requests that it recognizes are passed to it before any other service. */
  files: RawService;
  route: (request: IncomingMessage) => Omit<FrontRoute, "role"> | string;
  /** Verifies the signatures of requests to all services except S3. */
  checkSigned: CheckSigned;
  /** Sets the table's simulated faults. @throws Error with a plain sentence. */
  setTableFaults: (wish: unknown) => void;
  /**
   * Puts a copy of all data into a folder, for a backup. Null if no data is stored. @throws Error with a plain
   * sentence.
   */
  snapshot: ((wish: unknown) => void) | null;
}

/** The path at which `npm run backup` requests a snapshot. */
export const SNAPSHOT_PATH = "/_snapshot";

/** Starts the HTTP server that all services share. */
export async function startFront(options: FrontOptions): Promise<LocalFront> {
  let stopping = false;
  const isStopping = () => stopping;
  const dispatch = dispatcher(options, isStopping);
  const wishes: Readonly<Record<string, (wish: unknown) => void>> = {
    [TABLE_FAULTS_PATH]: options.setTableFaults,
    ...(options.snapshot && { [SNAPSHOT_PATH]: options.snapshot }),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const wished = request.method === "PUT" ? wishes[request.url ?? ""] : undefined;
    if (wished) return obey(wished, request, response);
    if (options.files.claims(request)) return answerFiles(options, isStopping, request, response);
    return answerAction(options, dispatch, request, response);
  };
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy()); // the client disconnected in the middle
  };
  // Pages of other sites can't sign requests, so they can only read from buckets that allow it.
  const server = createServer(forThisMachine(cameThroughProxy, serve));
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${address.port}`,
    dispatch,
    async stop() {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Carries out a request of this machine's owner that is no AWS action: table faults or a snapshot. */
async function obey(
  wished: (wish: unknown) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = askedFromElsewhere(request);
  if (refusal !== null) return void response.writeHead(403).end(refusal);
  const body = await readBody(request);
  try {
    wished(parseBody(body));
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(error instanceof Error ? error.message : "");
  }
}

async function answerFiles(
  options: FrontOptions,
  isStopping: () => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let name = "a request for files";
  try {
    await options.files.serve(request, response, {
      async before(action, place) {
        name = action;
        options.count(action);
        options.rights.checkFile(callerOf(request), action, place);
        await injectFault(options, options.files.throttle, action, {});
        const nowMs = monotonicMs();
        options.watch?.({ action, input: {}, output: null, uses: [], begunMs: nowMs, endedMs: nowMs });
      },
      missing: (bucket) => options.rights.checkFile(callerOf(request), "ListObjectsV2", { bucket, key: "" }),
    });
  } catch (error) {
    // A client that disconnected, or a stop in the middle, isn't a failure of the emulator.
    if (!isStopping() && !response.destroyed) options.warn(`${name} failed inside the emulator: ${detailOf(error)}`);
    response.destroy();
  }
}

async function answerAction(
  options: FrontOptions,
  dispatch: Dispatch,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const route = options.route(request);
  if (typeof route === "string") {
    options.warn(`${route} is not emulated here.`);
    const error = new AwsError("UnknownOperationException", `${route} is not emulated here.`);
    return sendError(response, error, "json-1.0");
  }
  try {
    options.checkSigned(request, body);
    const { bodyIn } = route;
    const input = {
      ...(bodyIn === undefined ? parseBody(body) : { [bodyIn]: Buffer.from(body).toString("base64") }),
      ...route.input,
    };
    sendOutput(
      response,
      await dispatch({ ...route, role: callerOf(request) }, input, goneSignal(response)),
      route.service.protocol,
    );
  } catch (error) {
    const known = error instanceof AwsError ? error : new AwsError("InternalServerError", String(error));
    if (error !== STOPPED) sendError(response, known, route.service.protocol);
  }
}

/** Returns a signal that aborts if the client or `stop` ends the connection before the answer. */
function goneSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => response.writableFinished || closed.abort());
  return closed.signal;
}
