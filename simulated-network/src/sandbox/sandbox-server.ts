import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listen } from "../process/listen.ts";
import { askedFromElsewhere, forThisMachine } from "../process/this-machine-only.ts";
import type { SandboxAnswer, SandboxDeps, SandboxRoute } from "./requests/route.ts";
import { SANDBOX_ERRORS, SandboxError } from "./requests/sandbox-error.ts";
import { arrivalRoutes } from "./routes/arrivals.ts";
import { callRoutes } from "./routes/calls.ts";
import { channelRoutes } from "./routes/channels.ts";
import { clockRoutes } from "./routes/clock.ts";
import { communityRoutes } from "./routes/communities.ts";
import { dirtyRoutes } from "./routes/dirty.ts";
import { faultRoutes } from "./routes/faults.ts";
import { forgedRoutes } from "./routes/forged.ts";
import { groupMemberRoutes } from "./routes/group-members.ts";
import { groupRoutes } from "./routes/groups.ts";
import { linkRoutes } from "./routes/links.ts";
import { messageActRoutes } from "./routes/message-acts.ts";
import { messageRoutes } from "./routes/messages.ts";
import { pastRoutes } from "./routes/pasts.ts";
import { phoneChatRoutes } from "./routes/phone-chats.ts";
import { phoneContactRoutes } from "./routes/phone-contacts.ts";
import { phoneLabelRoutes } from "./routes/phone-labels.ts";
import { phoneRoutes } from "./routes/phones.ts";
import { profileRoutes } from "./routes/profiles.ts";
import { sharedSettingsRoutes } from "./routes/shared-settings.ts";
import { standingRoutes } from "./routes/standing.ts";
import { stanzaRoutes } from "./routes/stanzas.ts";
import { statusRoutes } from "./routes/statuses.ts";

/** All routes of the sandbox API. */
const ROUTES: readonly SandboxRoute[] = [
  ...phoneRoutes,
  ...phoneChatRoutes,
  ...phoneLabelRoutes,
  ...phoneContactRoutes,
  ...sharedSettingsRoutes,
  ...pastRoutes,
  ...linkRoutes,
  ...messageRoutes,
  ...arrivalRoutes,
  ...messageActRoutes,
  ...groupRoutes,
  ...groupMemberRoutes,
  ...communityRoutes,
  ...dirtyRoutes,
  ...standingRoutes,
  ...profileRoutes,
  ...callRoutes,
  ...stanzaRoutes,
  ...statusRoutes,
  ...channelRoutes,
  ...faultRoutes,
  ...forgedRoutes,
  ...clockRoutes,
];

/** The maximum size of a request body: enough for a 100 MB file as base64, with a margin. */
const LARGEST_BODY_BYTES = 150 * 1024 * 1024;

/** A running sandbox API. */
export interface Sandbox {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Opens the simulation's HTTP API. It needs no key, because only this machine can reach it. Requests from other sites'
 * pages in a local browser are refused.
 *
 * @throws node:net Error if the port is taken.
 */
export async function openSandbox({
  host,
  port,
  ...deps
}: SandboxDeps & { host: string; port: number }): Promise<Sandbox> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await respond(deps, request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const server = createServer(forThisMachine(askedFromElsewhere, serve));
  // Idle connections stay open long enough for tests that are busy for several seconds.
  server.keepAliveTimeout = 120_000;
  await listen(server, host, port);
  return {
    // The cast is safe: a server listening on a port has an address of this kind.
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(deps: SandboxDeps, request: IncomingMessage): Promise<SandboxAnswer> {
  try {
    const url = new URL(request.url ?? "/", "http://sandbox");
    const method = request.method ?? "GET";
    if (deps.owner.paths.includes(url.pathname)) {
      return await deps.owner.answer({ method, path: url.pathname, query: Object.fromEntries(url.searchParams) });
    }
    const { route, params } = find(method, url.pathname);
    const param = (name: string) => params[name] ?? "";
    return await route.run({ deps, param, query: url.searchParams, body: await readBody(request) });
  } catch (error) {
    const known = error instanceof SandboxError ? error : null;
    if (!known) deps.world.log("sandbox_failed", { reason: error instanceof Error ? error.message : String(error) });
    const code = known?.code ?? "server_error";
    const message = known?.message ?? "The sandbox failed; its log says why.";
    return { status: SANDBOX_ERRORS[code], body: { message, code } };
  }
}

/** @throws SandboxError not_found, method_not_allowed. */
function find(method: string, pathname: string): { route: SandboxRoute; params: Record<string, string> } {
  const matches = ROUTES.flatMap((route) => {
    const params = match(route.path, pathname);
    return params ? [{ route, params }] : [];
  });
  const found = matches.find(({ route }) => route.method === method);
  if (found) return found;
  if (matches.length === 0) throw new SandboxError("not_found", `The sandbox has no path ${pathname}.`);
  const allowed = matches.map(({ route }) => route.method).join(", ");
  throw new SandboxError("method_not_allowed", `${pathname} takes ${allowed}, not ${method}.`);
}

/** @returns the values for the `{names}`; null if the path does not match. */
function match(pattern: string, pathname: string): Record<string, string> | null {
  const expected = pattern.split("/");
  const actual = pathname.replace(/\/$/, "").split("/");
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? "";
    const name = part.match(/^\{(.+)\}$/)?.[1];
    if (name) params[name] = decode(value);
    else if (part !== value) return null;
  }
  return params;
}

/** Decodes a path segment; a malformed escape is kept as is and finds nothing. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** @returns undefined for an empty body. @throws SandboxError too_large, bad_request. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) throw new SandboxError("too_large", "The body is larger than 150 MB.");
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new SandboxError("bad_request", "The body is not JSON.");
  }
}
