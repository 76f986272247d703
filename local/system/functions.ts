import type { APIGatewayProxyStructuredResultV2, Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { runtime } from "../../functions/runtime.ts";
import type { SocketEvent } from "../../functions/stream/socket-request.ts";
import type { Trigger } from "../../lib/trigger.ts";
import { ALL_FUNCTIONS, PASSWORD_RESET } from "../../lib/wiring.ts";
import type { Callers } from "../aws/rights/callers.ts";
import { REGION } from "../aws/service/names.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { LambdaHandler, LocalRoute } from "./api-server.ts";
import { type AnyHandler, importFunction } from "./import-function.ts";
import { lambdaContext } from "./lambda-context.ts";
import type { SqsHandler } from "./queue-poller.ts";
import type { StreamHandler } from "./stream-reader.ts";

/** The handler of a function behind API Gateway's WebSockets. */
export type SocketHandler = (event: SocketEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** The handlers deployed by the stacks, by their names in the wiring table. */
export interface LoadedFunctions {
  apiHandler(name: string): LambdaHandler;
  routesOf(name: string, routes: readonly RouteId[]): LocalRoute[];
  /** Returns the routes of a function that accepts any method, at certain paths or anywhere under a path. */
  routesOfAny(name: string, trigger: Trigger): LocalRoute[];
  socketHandler(name: string): SocketHandler;
  queueHandler(name: string): SqsHandler;
  streamHandler(name: string): StreamHandler;
  scheduleHandler(name: string): Promise<unknown>;
  /**
   * Calls the function the way a user pool does after the user `sub` has set a new password. @throws any error from the
   * function.
   */
  passwordReset(sub: string): Promise<void>;
}

/**
 * Imports the entry files of all functions. The environment must be complete by then.
 * @param callers lets each function call the embedded services under its own name.
 * @param see called before each function call.
 */
export async function loadFunctions(
  clock: MovableClock,
  callers: Callers,
  see?: (name: string, event: unknown) => void,
): Promise<LoadedFunctions> {
  runtime.clock = clock;
  const loaded = new Map<string, AnyHandler>();
  await Promise.all(
    ALL_FUNCTIONS.map(async ({ name, entry }) => {
      const module = await importFunction(entry);
      loaded.set(name, (event, context) => {
        see?.(name, event);
        return callers.as(name, () => module.handler(event, context));
      });
    }),
  );

  return triggered((name) => {
    const handler = loaded.get(name);
    if (!handler) throw new Error(`The wiring names no function ${name}.`);
    return handler;
  });
}

/**
 * Returns the functions in the form in which their triggers call them. @param find returns a function's handler by
 * name.
 */
export function triggered(find: (name: string) => AnyHandler): LoadedFunctions {
  const apiHandler = (name: string) => find(name) as LambdaHandler; // wired to HTTP
  return {
    apiHandler,
    routesOf: (name, routes) =>
      routes.map((id) => ({ method: ROUTES[id].method, path: ROUTES[id].path, handler: apiHandler(name) })),
    routesOfAny: (name, trigger) => {
      const below = trigger.kind === "http_below" ? [`${trigger.path}/{proxy+}`] : [];
      const paths = trigger.kind === "http_paths" ? trigger.paths : below;
      return paths.map((path) => ({ method: "ANY", path, handler: apiHandler(name) }));
    },
    socketHandler: (name) => find(name) as SocketHandler, // wired to WebSockets
    queueHandler: (name) => (event: SQSEvent, context) =>
      find(name)(event, context) as Promise<SQSBatchResponse | undefined>, // wired to a queue
    streamHandler: (name) => find(name) as StreamHandler, // wired to the table's stream
    scheduleHandler: (name) => find(name)({ source: "local.schedule" }, lambdaContext(name)),
    async passwordReset(sub) {
      await find(PASSWORD_RESET.name)(passwordReset(sub), lambdaContext(PASSWORD_RESET.name));
    },
  };
}

/** Creates Cognito's event. On a single machine, the issuer isn't the pool, so the function gets the pool's name. */
const passwordReset = (sub: string) => ({
  version: "1",
  triggerSource: "PostConfirmation_ConfirmForgotPassword",
  region: REGION,
  userPoolId: `${REGION}_local`,
  userName: sub,
  request: { userAttributes: { sub } },
  response: {},
});
