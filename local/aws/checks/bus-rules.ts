import { RuleState } from "@aws-sdk/client-eventbridge";
import { AwsError } from "../service/aws-error.ts";
import { objects } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import { type ActionRules, type CrossRule, listLength, oneOf, pattern, textLength } from "./limits.ts";

const REQUEST_BYTES = 262_144;
/** The size that AWS counts for an entry's time, in bytes. */
const TIME_BYTES = 14;
const rule = [textLength(1, 64), pattern(/^[.\-_A-Za-z0-9]+$/, "a rule")];
const IN_ARN = "(arn:aws[\\w-]*:events:[a-z]+-[a-z]+-[\\w-]+:[0-9]{12}:event-bus/)?";
const bus = [textLength(1, 1_600), pattern(new RegExp(`^${IN_ARN}[/.\\-_A-Za-z0-9]+$`), "a bus")];
/** Events can only be put on custom buses, whose names don't contain a slash. */
const ownBus = [textLength(1, 1_600), pattern(new RegExp(`^${IN_ARN}[.\\-_A-Za-z0-9]+$`), "a bus")];

/**
 * See https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html, "Calculating PutEvents event entry
 * size".
 */
function entryBytes({ Time, Source, DetailType, Detail, Resources }: Json): number {
  const texts = [Source, DetailType, Detail, ...(Array.isArray(Resources) ? Resources : [])];
  const bytes = texts.reduce((sum: number, text) => sum + Buffer.byteLength(String(text ?? "")), 0);
  return bytes + ((Time ?? undefined) === undefined ? 0 : TIME_BYTES);
}

const requestSize: CrossRule = (input) => {
  const bytes = objects(input, "Entries").reduce((sum, entry) => sum + entryBytes(entry), 0);
  if (bytes <= REQUEST_BYTES) return null;
  return new AwsError("ValidationException", "Total size of the entries in the request is over the limit.");
};

/**
 * The rules for EventBridge requests, except those for a request's individual events, which are refused individually in
 * the response. The limits match AWS's service model, as verified by test/local-aws/limits-by-model.spec.ts. A rule
 * about several members includes the URL of its documentation. The model also limits the number of entries and targets
 * per request.
 */
export const BUS_RULES: Readonly<Record<string, ActionRules>> = {
  PutEvents: {
    limits: { Entries: [listLength(1, 10, {})], "Entries[].EventBusName": ownBus },
    cross: { "entries of at most 256 KB in all": requestSize },
  },
  CreateEventBus: {
    limits: { Name: [textLength(1, 256), pattern(/^[/.\-_A-Za-z0-9]+$/, "a bus")], Description: [textLength(0, 512)] },
  },
  PutRule: {
    limits: {
      Name: rule,
      EventBusName: bus,
      EventPattern: [textLength(0, 4_096)],
      Description: [textLength(0, 512)],
      State: [oneOf(RuleState)],
    },
  },
  PutTargets: {
    limits: {
      Rule: rule,
      EventBusName: bus,
      Targets: [listLength(1, 100, { Id: "a", Arn: "arn" })],
      "Targets[].Id": rule,
      "Targets[].Arn": [textLength(1, 1_600)],
      "Targets[].Input": [textLength(0, 8_192)],
    },
  },
  RemoveTargets: { limits: { Rule: rule, EventBusName: bus, Ids: [listLength(1, 100, "a")], "Ids[]": rule } },
  DeleteRule: { limits: { Name: rule, EventBusName: bus } },
};
