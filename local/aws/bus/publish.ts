import { randomUUID } from "node:crypto";
import type { Clock } from "../../../core/ports.ts";
import { isObject, texts } from "../service/input.ts";
import { ACCOUNT, REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import type { SendToArn } from "../sqs/sqs.ts";
import { fitsPattern } from "./pattern.ts";
import type { Rules } from "./rules.ts";

/** Dependencies for publishing an event. */
export interface Publishing {
  readonly rules: Rules;
  readonly clock: Clock;
  readonly send: SendToArn;
  readonly warn: (message: string) => void;
}

/**
 * The required members of an event.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html
 */
const REQUIRED = ["Source", "DetailType", "Detail"] as const;

/** Sends an entry of a PutEvents request to the targets of all matching rules. @returns the response for this entry. */
export function publish({ rules, clock, send, warn }: Publishing, entry: Json): Json {
  const detail = parseDetail(entry.Detail);
  const missing = REQUIRED.find((name) => typeof entry[name] !== "string" || entry[name] === "");
  if (missing !== undefined) {
    const message = `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`;
    return { ErrorCode: "InvalidArgument", ErrorMessage: message };
  }
  if (detail === null) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
  if (String(entry.Source).startsWith("aws.")) {
    return { ErrorCode: "NotAuthorizedForSourceException", ErrorMessage: "Not authorized for the source." };
  }
  const bus = rules.busOf(entry);
  const event: Json = {
    version: "0",
    id: randomUUID(),
    "detail-type": entry.DetailType,
    source: entry.Source,
    account: ACCOUNT,
    time: `${clock.now().toISOString().slice(0, 19)}Z`,
    region: REGION,
    resources: texts(entry, "Resources"),
    detail,
  };
  for (const rule of rules.of(bus)) {
    if (!rule.enabled || !fitsPattern(rule.pattern, event)) continue;
    for (const { arn, group } of rule.targets) {
      if (send(arn, JSON.stringify(event), group, ruleArn(rule))) continue;
      warn(`Rule ${rule.name} matched an event, but there is no queue ${arn}.`);
    }
  }
  return { EventId: event.id };
}

/** Returns a rule's ARN as its targets see it. */
export const ruleArn = ({ bus, name }: { bus: string; name: string }) =>
  `arn:aws:events:${REGION}:${ACCOUNT}:rule/${bus}/${name}`;

function parseDetail(detail: unknown): Json | null {
  try {
    const value: unknown = JSON.parse(String(detail));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
