import { AwsError } from "../service/aws-error.ts";
import { objects } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import type { ActionRules, CrossRule } from "./limits.ts";

/** From the documentation of TooManyEntriesInBatchRequest in AWS's service model of SQS. */
const ENTRIES_MAX = 10;
/** From the documentation of an entry's `Id` in AWS's service model of SQS. */
const ENTRY_ID = /^[A-Za-z0-9_-]{1,80}$/;
/** From the documentation of SendMessageBatch in AWS's service model of SQS. */
const BATCH_BYTES = 1_048_576;

/** Creates an error for a whole batch. SQS also returns the older error codes for these. */
const batchError = (code: string, message: string) =>
  new AwsError(code, message, { queryCode: `AWS.SimpleQueueService.${code}` });

const idsOf = (input: Json) => objects(input, "Entries").map(({ Id }) => String(Id));

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html, "Errors". */
const BATCH: Readonly<Record<string, CrossRule>> = {
  "at least one entry": (input) =>
    objects(input, "Entries").length > 0
      ? null
      : batchError("EmptyBatchRequest", "There should be at least one entry in the request."),
  "at most ten entries": (input) =>
    objects(input, "Entries").length <= ENTRIES_MAX
      ? null
      : batchError("TooManyEntriesInBatchRequest", `Maximum number of entries per request are ${ENTRIES_MAX}.`),
  "entries with ids of 80 letters": (input) => {
    if (idsOf(input).every((id) => ENTRY_ID.test(id))) return null;
    const what = "A batch entry id can only contain alphanumeric characters, hyphens and underscores.";
    return batchError("InvalidBatchEntryId", `${what} It can be at most 80 letters long.`);
  },
  "entries with ids of their own": (input) => {
    const ids = idsOf(input);
    const again = ids.find((id, at) => ids.indexOf(id) < at);
    return again === undefined ? null : batchError("BatchEntryIdsNotDistinct", `Id ${again} repeated.`);
  },
};

const batchSize: CrossRule = (input) => {
  const bytes = objects(input, "Entries").reduce((sum, one) => sum + messageBytes(one), 0);
  if (bytes <= BATCH_BYTES) return null;
  const what = `Batch requests cannot be longer than ${BATCH_BYTES} bytes.`;
  return batchError("BatchRequestTooLong", `${what} You have sent ${bytes} bytes.`);
};

/** Returns a message's size as SQS calculates it: its body, plus the name, type and value of each attribute. */
export function messageBytes({ MessageBody, MessageAttributes }: Json): number {
  let bytes = Buffer.byteLength(String(MessageBody ?? ""));
  for (const [name, value] of Object.entries(MessageAttributes ?? {})) {
    const { DataType, StringValue, BinaryValue } = value as Json; // the shape was checked
    bytes += Buffer.byteLength(`${name}${DataType ?? ""}${StringValue ?? ""}`);
    bytes += Buffer.byteLength(String(BinaryValue ?? ""), "base64");
  }
  return bytes;
}

const invalid = (message: string) => new AwsError("InvalidParameterValue", message);

/**
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html, "Message
 * attributes".
 */
const ATTRIBUTES_MAX = 10;
const ATTRIBUTE_NAME = /^[A-Za-z0-9_.-]{1,256}$/;
const RESERVED_NAME = /^(aws|amazon)\./i;
const isAttributeName = (name: string) =>
  ATTRIBUTE_NAME.test(name) && !RESERVED_NAME.test(name) && name.split(".").every((part) => part !== "");
const ATTRIBUTE_TYPE = /^(String|Number|Binary)(\.|$)/;

/**
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html. The action
 * calls this rule itself, because a batch's entries are refused individually.
 * @returns the error for a message's attributes, or null if SQS accepts them.
 */
export const messageAttributes: CrossRule = ({ MessageAttributes }) => {
  const attributes = Object.entries(MessageAttributes ?? {});
  if (attributes.length > ATTRIBUTES_MAX) {
    return invalid(
      `Number of message attributes [${attributes.length}] exceeds the allowed maximum [${ATTRIBUTES_MAX}].`,
    );
  }
  for (const [name, value] of attributes) {
    if (!isAttributeName(name)) {
      return invalid(
        `The message attribute name '${name}' is invalid. Attribute name can contain A-Z, a-z, 0-9, underscore (_), hyphen (-), and period (.) characters.`,
      );
    }
    const { DataType, StringValue, BinaryValue } = value as Json; // the shape was checked
    if (!ATTRIBUTE_TYPE.test(String(DataType))) {
      return invalid(
        `The type of message attribute '${name}' is invalid. You must use only the following supported type prefixes: Binary, Number, String.`,
      );
    }
    if ((StringValue ?? BinaryValue ?? "") === "") {
      return invalid(
        `The message attribute '${name}' must contain non-empty message attribute value for message attribute type '${DataType}'.`,
      );
    }
  }
  return null;
};

/** Matches any character that XML 1.0 doesn't allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what SQS refuses.
const REFUSED_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/**
 * See https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html, "MessageBody". The
 * action calls this rule itself, because a batch's entries are refused individually.
 * @returns the error for a body, or null if SQS accepts it.
 */
export const messageBody: CrossRule = ({ MessageBody }) => {
  const body = String(MessageBody);
  if (body === "") return new AwsError("MissingParameter", "The request must contain the parameter MessageBody.");
  const [found] = REFUSED_CHARACTER.exec(body) ?? [];
  if (found === undefined) return null;
  const allowed = "#x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF";
  return new AwsError(
    "InvalidMessageContents",
    `Invalid binary character '#x${found.charCodeAt(0).toString(16).toUpperCase()}' was found in the message body, the set of allowed characters is ${allowed}`,
  );
};

/**
 * The rules for SQS requests. They exclude rules that depend on the queue, and rules for batch entries, which are
 * refused individually in the response.
 */
export const SQS_RULES: Readonly<Record<string, ActionRules>> = {
  SendMessageBatch: { cross: { ...BATCH, "at most 1 MB in a batch": batchSize } },
  DeleteMessageBatch: { cross: BATCH },
  ChangeMessageVisibilityBatch: { cross: BATCH },
};
