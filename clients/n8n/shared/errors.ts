import type { IDataObject, INode, JsonObject } from "n8n-workflow";
import { NodeApiError, NodeOperationError } from "n8n-workflow";

interface Refused {
  statusCode: number;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/** The body of an error response from the gateway. Spec: Errors. */
interface ErrorBody {
  message?: string;
  code?: string;
  errors?: Record<string, string[]>;
}

/** A failed item's `details`, available to the workflow's other nodes. */
export interface ErrorDetails extends IDataObject {
  code: string | null;
  status: number | null;
  request_id: string | null;
  errors: Record<string, string[]> | null;
}

const NO_DETAILS: ErrorDetails = { code: null, status: null, request_id: null, errors: null };

/**
 * Creates the error for a request that the gateway refused. It uses the gateway's own message, which explains what is
 * wrong and what to do about it. Spec: Errors.
 */
export function refusal(node: INode, { statusCode, headers, body }: Refused, itemIndex?: number): NodeApiError {
  const { message, code, errors }: ErrorBody = isErrorBody(body) ? body : {};
  const requestId = headers["x-request-id"] ?? null;
  const wait = headers["retry-after"];
  const lines = [
    ...Object.entries(errors ?? {}).map(([field, sentences]) => `${field}: ${sentences.join(" ")}`),
    ...(wait
      ? [`Try again in ${wait} seconds. To retry automatically, turn on Retry On Fail in the node's settings.`]
      : []),
    `Code: ${code ?? "none"} (${statusCode}).${requestId ? ` Request: ${requestId}.` : ""}`,
  ];
  const sentence = message ?? strangersAnswer(statusCode);
  const error = apiError(node, statusCode, sentence, lines.join("\n"), itemIndex);
  error.context.details = { code: code ?? null, status: statusCode, request_id: requestId, errors: errors ?? null };
  return error;
}

/**
 * Returns the error message for a response that didn't come from the gateway but, for example, from a proxy or another
 * machine.
 */
const strangersAnswer = (status: number) =>
  status >= 500
    ? `The gateway was not reached. A server in front of it responded with ${status}. Try again in a minute. To retry automatically, turn on Retry On Fail in the node's settings.`
    : `The ${status} response did not come from a messaging gateway. Check the credential's Base URL, which is the gateway's own address, without /v1.`;

/**
 * Creates the error for a request that got no response. Only keeps the message of n8n's own error, because that error
 * also contains the request and its key.
 */
export function noAnswerError(node: INode, cause: unknown, itemIndex?: number): NodeApiError {
  const { message = "", code } = cause instanceof Error ? (cause as Error & { code?: string }) : {};
  const sentence = "The gateway did not respond. Check the credential's Base URL, and whether n8n can reach it.";
  const error = apiError(node, null, sentence, [message, code ?? ""].filter(Boolean).join("\n"), itemIndex);
  error.context.details = { ...NO_DETAILS };
  return error;
}

/** Converts any error to one of n8n's own, linked to its item. An n8n error is returned unchanged. */
export function asNodeError(node: INode, error: unknown, itemIndex: number): NodeApiError | NodeOperationError {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}

/**
 * Returns the JSON of a failed item. n8n recognizes these exact field names and routes the item to the error output.
 */
export function failedJson(error: NodeApiError | NodeOperationError): IDataObject {
  const { details = NO_DETAILS } = error.context;
  return { error: error.message, message: error.description ?? "", details };
}

/** Returns the gateway's error code, e.g. `conflict`, or null for any other kind of error. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof NodeApiError)) return null;
  return (error.context.details as ErrorDetails | undefined)?.code ?? null;
}

function apiError(
  node: INode,
  status: number | null,
  message: string,
  description: string,
  itemIndex: number | undefined,
): NodeApiError {
  const response: JsonObject = { message, ...(status !== null && { httpCode: String(status) }) };
  return new NodeApiError(node, response, {
    message,
    description,
    ...(status !== null && { httpCode: String(status) }),
    ...(itemIndex !== undefined && { itemIndex }),
  });
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === "object" && body !== null && typeof (body as ErrorBody).message === "string";
