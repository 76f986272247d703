import type { IncomingHttpHeaders } from "node:http";
import type { RequestBody } from "./read-request.ts";

/** One request to the provider. */
export interface AiRequest extends RequestBody {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The time by the provider's clock. */
  now: Date;
  /** Tells requests apart. */
  id: string;
  /** Waits by the provider's clock; ends early when the asker has gone. */
  wait(sec: number): Promise<void>;
}
