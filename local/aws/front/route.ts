import type { IncomingMessage } from "node:http";
import { scheduleRoute } from "../scheduler/routes.ts";
import type { Service } from "../service/service.ts";
import { mailRoute } from "../ses/ses.ts";
import { socketRoute } from "../sockets/sockets.ts";
import type { FrontRoute } from "./dispatch.ts";

/** The services, by the prefix of `X-Amz-Target`. */
const TARGETS = {
  DynamoDB_20120810: "dynamo",
  AmazonSQS: "sqs",
  AWSEvents: "bus",
  TrentService: "kms",
} as const;

type Services = Record<(typeof TARGETS)[keyof typeof TARGETS] | "scheduler" | "ses" | "sockets", Service>;

/** Returns a request's action, or the name of an action that isn't emulated. */
export function routeFor(request: IncomingMessage, services: Services): Omit<FrontRoute, "role"> | string {
  const target = request.headers["x-amz-target"];
  if (typeof target !== "string") {
    const mail = mailRoute(request.method ?? "", request.url ?? "");
    if (mail !== null) return { service: services.ses, action: mail, input: {} };
    const socket = socketRoute(request.method ?? "", request.url ?? "");
    if (socket !== null) return { service: services.sockets, ...socket };
    const found = scheduleRoute(request.method ?? "", request.url ?? "");
    return found ? { service: services.scheduler, ...found } : `${request.method} ${request.url}`;
  }
  const [prefix = "", action = ""] = target.split(".");
  const entry = Object.entries(TARGETS).find(([name]) => name === prefix);
  const service = entry && services[entry[1]];
  return service && Object.hasOwn(service.actions, action) ? { service, action, input: {} } : target;
}
