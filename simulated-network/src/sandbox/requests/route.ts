import type { BinaryNode } from "@whiskeysockets/baileys";
import * as z from "zod";
import type { ClockMoved, ClockRequest } from "../../process/clock-request.ts";
import type { OwnersPaths } from "../../process/owners-paths.ts";
import type { PairingDesk } from "../../world/linking/pairing-desk.ts";
import type { World } from "../../world/world.ts";
import { SandboxError } from "./sandbox-error.ts";

/** The parts of the network that routes use. */
export interface SandboxDeps {
  readonly world: World;
  readonly pairing: PairingDesk;
  readonly dropAll: () => void;
  /** Sends this stanza to every linked device and closes the connections. */
  readonly endAll: (reason: BinaryNode) => void;
  readonly owner: OwnersPaths;
  readonly moveClock: (request: ClockRequest) => Promise<ClockMoved>;
}

/** A request matched to a route: the path parameters, the query, and the parsed body. */
export interface SandboxRequest<Body> {
  readonly deps: SandboxDeps;
  /** Returns the value of `{name}` in the route's path. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  readonly body: Body;
}

/** A response: its status, and a body to send as JSON. */
export interface SandboxAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A route of the sandbox API: one method on one path. */
export interface SandboxRoute {
  readonly method: string;
  /** The path, with `{name}` for each parameter. */
  readonly path: string;
  readonly run: (request: SandboxRequest<unknown>) => Promise<SandboxAnswer>;
}

/**
 * Creates a route that validates the body before passing it to `handle`. The first argument has the form "METHOD
 * /path".
 */
export function route<Schema extends z.ZodType>(
  line: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`,
  schema: Schema,
  handle: (request: SandboxRequest<z.infer<Schema>>) => SandboxAnswer | Promise<SandboxAnswer>,
): SandboxRoute {
  const [method = "", path = ""] = line.split(" ");
  return {
    method,
    path,
    async run(request) {
      const parsed = schema.safeParse(request.body ?? {});
      if (!parsed.success) throw new SandboxError("bad_request", explain(parsed.error));
      return handle({ ...request, body: parsed.data });
    },
  };
}

/** The schema for routes without a request body. */
export const NoBody = z.unknown();

/** Creates a success answer. */
export function ok(body: unknown, status = 200): SandboxAnswer {
  return { status, body };
}

function explain(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}
