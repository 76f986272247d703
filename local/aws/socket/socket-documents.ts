import { randomUUID } from "node:crypto";
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import type { Documents } from "../../../core/aws/document-client.ts";
import { documentOutput, wireInput } from "../../../core/aws/document-forms.ts";
import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import type { AskService } from "./service-socket.ts";

/** A signal that never aborts. Table actions complete quickly anyway. */
const NEVER = new AbortController().signal;

/**
 * Accesses the table without the SDK's signatures and HTTP, which take several times as long as the embedded table
 * itself. Values and exceptions are the SDK's. Failures are not retried.
 */
export function socketDocuments(ask: AskService): Documents {
  return {
    async ask(action, asked) {
      const input = wireInput(asked, FORMS);
      if (action === "TransactWriteItems") input.ClientRequestToken ??= randomUUID();
      try {
        return documentOutput(await ask(action, input, NEVER), FORMS);
      } catch (error) {
        throw error instanceof AwsError ? exceptionOf(error) : error;
      }
    },
    destroy() {},
  };
}

const FORMS = {
  toWire: (values: Json): Json => coded(marshall(values, { removeUndefinedValues: true }), base64) as Json, // an object stays one
  fromWire: (item: unknown): Json => unmarshall(decoded(item) as Record<string, AttributeValue>), // of the table
};

const decoded = (item: unknown) => coded(item, bytes);
const base64 = (held: unknown) => (held instanceof Uint8Array ? Buffer.from(held).toString("base64") : held);
const bytes = (held: unknown) => (typeof held === "string" ? new Uint8Array(Buffer.from(held, "base64")) : held);

/** Returns a copy of an item with its binary values converted to another form. */
function coded(item: unknown, form: (held: unknown) => unknown): unknown {
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, codedValue(value, form)]));
}

function codedValue(value: unknown, form: (held: unknown) => unknown): unknown {
  if (!isObject(value)) return value;
  if (value.B !== undefined) return { B: form(value.B) };
  if (Array.isArray(value.BS)) return { BS: value.BS.map(form) };
  if (Array.isArray(value.L)) return { L: value.L.map((one) => codedValue(one, form)) };
  return isObject(value.M) ? { M: coded(value.M, form) } : value;
}

/** Returns the SDK's exception for a service error. */
function exceptionOf({ code, message, fields, status }: AwsError): Error {
  const $metadata = { httpStatusCode: status };
  if (code === "ConditionalCheckFailedException") {
    const Item = decoded(fields.Item) as Record<string, AttributeValue> | undefined; // of the table
    return new ConditionalCheckFailedException({ $metadata, message, ...(Item && { Item }) });
  }
  if (code === "TransactionCanceledException") {
    const reasons = (fields.CancellationReasons ?? []) as Json[]; // of the table
    return new TransactionCanceledException({
      $metadata,
      message,
      CancellationReasons: reasons.map(({ Item, ...reason }) => ({
        ...reason,
        ...(Item !== undefined && { Item: decoded(Item) as Record<string, AttributeValue> }), // of the table
      })),
    });
  }
  return new DynamoDBServiceException({ name: code, $fault: status < 500 ? "client" : "server", $metadata, message });
}
