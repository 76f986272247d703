import type { IncomingHttpHeaders } from "node:http";
import type { RequestBody } from "./read-request.ts";

/** A request to the simulated provider. */
export interface AiRequest extends RequestBody {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The time on the provider's clock. */
  now: Date;
  /** The request's id. */
  id: string;
  /** Waits for the given time on the provider's clock. Resolves early if the client disconnects. */
  wait(sec: number): Promise<void>;
}
