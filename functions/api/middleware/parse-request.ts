import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { RouteId } from "../../../core/contracts/routes.ts";
import { wellFormed } from "../../../core/domain/well-formed.ts";
import { ApiError } from "../../../core/errors.ts";
import { type ApiEvent, type ApiResult, header } from "../api-request.ts";
import { jsonDepth } from "../json-depth.ts";

/**
 * Parses the request body if the route accepts one, and checks its size, type, nesting depth and JSON syntax. The
 * route's schemas validate the fields. On all other routes, the body is ignored.
 * @throws ApiError `bad_request` 400 or 413.
 */
export function parseRequest(takesBody: (id: RouteId) => boolean): MiddlewareObj<ApiEvent, ApiResult> {
  return {
    before({ event }) {
      const { route } = event.api;
      readBody(event, route !== undefined && takesBody(route.id));
    },
  };
}

/** Parses a request's body if its route accepts one. @throws ApiError `bad_request` 400 or 413. */
export function readBody(event: ApiEvent, isTaken: boolean): void {
  if (sizeOf(event) > LIMITS.bodyMaxBytes) {
    throw new ApiError("bad_request", { status: 413, message: "The body is over 6 MB. Send a smaller body." });
  }
  if (isTaken) event.api.body = bodyOf(event);
}

/** Returns the parsed request body, which must be an object. @throws ApiError `bad_request`. */
export function bodyOf(event: ApiEvent): Record<string, unknown> {
  requireJsonType(header(event, "content-type"));
  return parseBody(textOf(event));
}

/** Returns the body's size in bytes, as sent by the client, without decoding it. */
function sizeOf(event: APIGatewayProxyEventV2): number {
  return Buffer.byteLength(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
}

function requireJsonType(contentType: string | undefined): void {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (type.trim() !== "application/json" || !isUtf8) {
    throw badRequest("Send the body as JSON with Content-Type: application/json.");
  }
}

function textOf(event: APIGatewayProxyEventV2): string {
  const body = event.body ?? "";
  if (!event.isBase64Encoded) return body;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body, "base64"));
  } catch {
    throw badRequest("The body is not valid UTF-8.");
  }
}

function parseBody(text: string): Record<string, unknown> {
  if (jsonDepth(text) > LIMITS.jsonDepthMax) {
    throw badRequest(`The body is nested more than ${LIMITS.jsonDepthMax} levels deep.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("The body is not valid JSON.");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw badRequest("The body must be a JSON object.");
  }
  return wellFormed(value) as Record<string, unknown>; // an object stays an object
}

const badRequest = (message: string) => new ApiError("bad_request", { message });
