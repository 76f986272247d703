import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults } from "../faults/faults.ts";
import type { MediaStore } from "./media-store.ts";

/** Handles a client's request to the media server. */
export type MediaHandler = (
  deps: { readonly store: MediaStore; readonly faults: Faults },
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>;
