import { AwsError } from "../service/aws-error.ts";
import { whole } from "../service/input.ts";
import { nameFromArn } from "../service/names.ts";
import type { Json } from "../service/service.ts";

/** The stored settings of a queue. */
export interface QueueSettings {
  delaySec: number;
  visibilitySec: number;
  waitSec: number;
  maxMessageBytes: number;
  /**
   * Only stored so that it can be returned. It never causes a message to be dropped, because the clock can be moved by
   * weeks.
   */
  retentionSec: number;
  redrive: { deadLetterArn: string; maxReceives: number } | null;
  createdAt: number;
  modifiedAt: number;
}

/** The settings of a new queue, with AWS's defaults. */
export const DEFAULT_SETTINGS = {
  delaySec: 0,
  visibilitySec: 30,
  waitSec: 0,
  maxMessageBytes: 1_048_576,
  retentionSec: 345_600,
  redrive: null,
} as const;

/** The numeric attributes, with their fields and AWS's bounds. */
const NUMBERS = {
  DelaySeconds: { field: "delaySec", min: 0, max: 900 },
  VisibilityTimeout: { field: "visibilitySec", min: 0, max: 43_200 },
  ReceiveMessageWaitTimeSeconds: { field: "waitSec", min: 0, max: 20 },
  MaximumMessageSize: { field: "maxMessageBytes", min: 1_024, max: 1_048_576 },
  MessageRetentionPeriod: { field: "retentionSec", min: 60, max: 1_209_600 },
} as const;

/** Attributes for encryption and access. They have no effect in this emulation. */
const IGNORED = [
  "KmsMasterKeyId",
  "KmsDataKeyReusePeriodSeconds",
  "SqsManagedSseEnabled",
  "Policy",
  "RedriveAllowPolicy",
];

/**
 * Applies a request's attributes and returns the new settings. @throws AwsError for an attribute that is unknown or out
 * of bounds.
 */
export function withAttributes(settings: QueueSettings, attributes: Json): QueueSettings {
  const changed = { ...settings };
  for (const [name, value] of Object.entries(attributes)) {
    if (isNumberName(name)) {
      const { field, min, max } = NUMBERS[name];
      changed[field] = whole(attributes, name, { min, max, fallback: settings[field], code: "InvalidAttributeValue" });
    } else if (name === "RedrivePolicy") changed.redrive = readRedrive(value);
    else if (name === "FifoQueue" && value === "false") continue;
    else if (!IGNORED.includes(name)) {
      throw new AwsError("InvalidAttributeName", `The queue attribute ${name} is not emulated here.`);
    }
  }
  return changed;
}

function isNumberName(name: string): name is keyof typeof NUMBERS {
  return Object.hasOwn(NUMBERS, name);
}

function readRedrive(value: unknown): QueueSettings["redrive"] {
  if (value === "") return null;
  let policy: Json = {};
  try {
    policy = JSON.parse(String(value));
  } catch {
    // Invalid JSON is refused below.
  }
  const maxReceives = Number(policy.maxReceiveCount);
  if (typeof policy.deadLetterTargetArn !== "string" || nameFromArn(policy.deadLetterTargetArn, "sqs") === null) {
    throw new AwsError("InvalidParameterValue", "RedrivePolicy needs a deadLetterTargetArn that names a queue.");
  }
  if (!Number.isInteger(maxReceives) || maxReceives < 1 || maxReceives > 1_000) {
    throw new AwsError("InvalidParameterValue", "RedrivePolicy needs a maxReceiveCount between 1 and 1000.");
  }
  return { deadLetterArn: policy.deadLetterTargetArn, maxReceives };
}

/** Returns all attributes in wire format. The caller adds the queue's message counts. */
export function attributesOf(settings: QueueSettings): Record<string, string> {
  return {
    DelaySeconds: String(settings.delaySec),
    VisibilityTimeout: String(settings.visibilitySec),
    ReceiveMessageWaitTimeSeconds: String(settings.waitSec),
    MaximumMessageSize: String(settings.maxMessageBytes),
    MessageRetentionPeriod: String(settings.retentionSec),
    CreatedTimestamp: String(Math.floor(settings.createdAt / 1_000)),
    LastModifiedTimestamp: String(Math.floor(settings.modifiedAt / 1_000)),
    ...(settings.redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: settings.redrive.deadLetterArn,
        maxReceiveCount: settings.redrive.maxReceives,
      }),
    }),
  };
}
