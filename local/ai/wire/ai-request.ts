import type { IncomingHttpHeaders } from "node:http";
import type { RequestBody } from "./read-request.ts";

/** One request to the provider. */
export interface AiRequest extends RequestBody {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The time by the provider's clock. */
  now: Date;
  /** Distinguishes requests. */
  id: string;
  /** Waits by the provider's clock; ends early when the client has disconnected. */
  wait(sec: number): Promise<void>;
}
