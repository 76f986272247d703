import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import { FRONT_HEADERS } from "../../../core/contracts/front-headers.ts";
import { ApiError } from "../../../core/errors.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { type ApiEvent, type ApiResult, header } from "../api-request.ts";

/**
 * Determines the caller's IP address. If a request passed through the front, the address is taken from the front's
 * header. Otherwise it is the connection's address, because anyone can send such a header. Both of the front's headers
 * are removed from the request, so later steps never see the secret.
 * @throws ApiError `not_found` for a request that bypasses the front in a deployment where the front is the only entry
 * point.
 */
export function findSource(deps: () => ApiDeps): MiddlewareObj<ApiEvent, ApiResult> {
  return {
    before({ event }) {
      const { ORIGIN_SECRET_HASHES: hashes, FRONT_REQUIRED: required, BASE_URL: baseUrl } = deps().env;
      const secret = header(event, FRONT_HEADERS.secret);
      const told = header(event, FRONT_HEADERS.callerAddress);
      event.headers = withoutFrontHeaders(event.headers);
      if (isAmong(hashes, secret)) event.api.source = told || event.api.source;
      else if (required === "1") throw elsewhere(baseUrl);
    },
  };
}

/** Whether a list of hashes contains a secret's hash, compared in constant time. */
function isAmong(hashes: readonly string[], secret: string | undefined): boolean {
  if (!secret || hashes.length === 0) return false;
  const own = createHash("sha256").update(secret).digest();
  return hashes.map((hash) => timingSafeEqual(own, Buffer.from(hash, "hex"))).includes(true);
}

const OF_THE_FRONT: readonly string[] = Object.values(FRONT_HEADERS);

function withoutFrontHeaders(headers: ApiEvent["headers"]): ApiEvent["headers"] {
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name]) => !OF_THE_FRONT.includes(name.toLowerCase())),
  );
}

function elsewhere(baseUrl: string): ApiError {
  const where = baseUrl ? ` Use ${baseUrl} instead.` : "";
  return new ApiError("not_found", { message: `There is nothing at this address.${where}` });
}
