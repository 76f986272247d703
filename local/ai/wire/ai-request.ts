import type { IncomingHttpHeaders } from "node:http";
import type { RequestBody } from "./read-request.ts";

/** One request to the provider. */
export interface AiRequest extends RequestBody {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The time on the provider's clock. */
  now: Date;
  /** Identifies the request. */
  id: string;
  /** Waits on the provider's clock; ends early if the client disconnects. */
  wait(sec: number): Promise<void>;
}
