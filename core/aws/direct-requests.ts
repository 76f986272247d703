import { failureKind } from "../failure-kind.ts";

/** An SDK command: its input, and the schema that the protocol uses to serialize and parse it. */
interface Command {
  input: object;
  schema?: unknown;
}
/** A tuple of a marker and the operation's namespace, name, traits, input and output. */
type Schema = readonly [9, string, string, unknown, unknown, unknown];
interface Operation {
  namespace: string;
  name: string;
  traits: unknown;
  input: unknown;
  output: unknown;
}

/** A request as serialized by the protocol. */
interface HttpRequest {
  hostname: string;
  port?: number;
  headers: Record<string, string>;
  body: unknown;
}
/** A response as returned by the handler. */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string | undefined>;
}

interface Url {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
}

/** The parts of a client that carry out a request. The SDK's own types omit the protocol. */
interface Parts {
  protocol: {
    serializeRequest(operation: Operation, input: object, context: object): Promise<HttpRequest>;
    deserializeResponse(operation: Operation, context: object, response: HttpResponse): Promise<object>;
  };
  requestHandler: { handle(request: HttpRequest, options: object): Promise<{ response: HttpResponse }> };
  signer(scheme?: object): Promise<Signer>;
  bodyLengthChecker(body: unknown): number | undefined;
  systemClockOffset: number;
}
interface Signer {
  sign(request: HttpRequest, how: { signingDate: Date } & SigningName): Promise<HttpRequest>;
}
interface SigningName {
  signingRegion?: string;
  signingService?: string;
}

/** Everything that the middleware determined for the first request and that also applies to later ones. */
interface Way {
  url: Url;
  signer: Signer;
  signing: SigningName;
  /** Handlers that use the times in responses to keep the signing clock accurate. */
  clock: {
    successHandler(response: HttpResponse, properties: object): void;
    errorHandler(properties: object): (error: unknown) => never;
  };
  /** Passed to the protocol for serializing and parsing. */
  context: object;
}

/** The part of a request's context that the middleware has filled in by the time the request is sent. */
interface Context {
  endpointV2?: { url: URL; properties?: { authSchemes?: object[] } };
  __smithy_context?: {
    selectedHttpAuthScheme?: {
      httpAuthOption: { signingProperties?: { signingRegion?: string; signingName?: string } };
      signer: Way["clock"];
    };
  };
}

/** An SDK client, reduced to the parts used for a JSON service. */
export interface SdkClient {
  readonly config: object;
  readonly middlewareStack: {
    add(middleware: (next: Next, context: object) => Next, options: { step: "deserialize"; priority: "low" }): void;
  };
  send(command: Command, options?: SendOptions): Promise<object>;
}
type Next = (args: { input: object }) => Promise<{ response: unknown; output: object }>;
interface SendOptions {
  abortSignal?: AbortSignal;
}

/** Called with each successful response and the start time of its request (epoch ms). */
export type Heard = (response: HttpResponse, sentAt: number) => void;

/**
 * Makes a client's `send` use the SDK's own parts (protocol, credentials, signature, HTTP handler, exceptions) but skip
 * the middleware chain around them, which costs as much CPU time as the parts themselves. The first request takes the
 * full path, which determines the endpoint, signing and credentials. A request that fails transiently also takes the
 * full path, with the SDK's retries, if the client allows more than one attempt. Intended for clients that always call
 * the same address (docs/decisions/0125).
 */
export function sendDirectly(client: SdkClient, tries: number, heard: Heard = () => {}): void {
  const parts = client.config as Parts; // its types leave out the protocol
  // Looked up on each call, because a test may replace the class's method.
  const wholeWay: SdkClient["send"] = (...asked) => Object.getPrototypeOf(client).send.apply(client, asked);
  let way: Promise<Way | null> | null = null;

  client.middlewareStack.add(
    (next, context) => async (args) => {
      // If this fails, requests keep going through the full middleware until it succeeds.
      way ??= wayOf(parts, context as Context).catch(() => {
        way = null;
        return null;
      });
      const sentAt = Date.now();
      const result = await next(args);
      heard(result.response as HttpResponse, sentAt); // of its HTTP handler
      return result;
    },
    { step: "deserialize", priority: "low" },
  );

  client.send = async (command, options) => {
    const known = await way;
    if (known === null) return wholeWay(command, options);
    try {
      return await request({ parts, way: known, heard }, command, options ?? {});
    } catch (error) {
      if (tries === 1 || options?.abortSignal?.aborted || failureKind(error) === "lasting") throw error;
      return wholeWay(command, options);
    }
  };
}

async function wayOf(parts: Parts, context: Context): Promise<Way> {
  const scheme = context.__smithy_context?.selectedHttpAuthScheme;
  const { endpointV2: endpoint } = context;
  if (!endpoint || !scheme)
    throw new Error("The AWS SDK no longer exposes where a request is sent and how it is signed.");
  const { protocol, hostname, port, pathname } = endpoint.url;
  const url = { protocol, hostname, ...(port !== "" && { port: Number(port) }), path: pathname };
  const { signingRegion, signingName } = scheme.httpAuthOption.signingProperties ?? {};
  return {
    url,
    // The signer queries the credentials provider before each signature, so the provider can renew the credentials.
    signer: await parts.signer(endpoint.properties?.authSchemes?.[0]),
    signing: {
      ...(signingRegion !== undefined && { signingRegion }),
      ...(signingName !== undefined && { signingService: signingName }),
    },
    clock: scheme.signer,
    context: { ...parts, ...context, endpoint: async () => url },
  };
}

async function request(
  { parts, way, heard }: { parts: Parts; way: Way; heard: Heard },
  { schema, input }: Command,
  options: SendOptions,
): Promise<object> {
  const { url, signer, signing, clock, context } = way;
  const operation = operationOf(schema as Schema); // of the SDK's commands
  const unsigned = await parts.protocol.serializeRequest(operation, input, context);
  const length = parts.bodyLengthChecker(unsigned.body);
  unsigned.headers.host = url.port === undefined ? url.hostname : `${url.hostname}:${url.port}`;
  if (length !== undefined) unsigned.headers["content-length"] = String(length);
  const sentAt = Date.now();
  const signingDate = new Date(sentAt + parts.systemClockOffset);
  const signed = await signer.sign(unsigned, { signingDate, ...signing });
  try {
    const { response } = await parts.requestHandler.handle(signed, options);
    const output = await read(parts, operation, context, response);
    clock.successHandler(response, { config: parts });
    heard(response, sentAt);
    return output;
  } catch (error) {
    return clock.errorHandler({ config: parts })(error);
  }
}

/** Parses a response. Errors carry the response, so the clock can be set from it. */
async function read(parts: Parts, operation: Operation, context: object, response: HttpResponse): Promise<object> {
  try {
    return await parts.protocol.deserializeResponse(operation, context, response);
  } catch (error) {
    if (error instanceof Error) {
      Object.defineProperty(error, "$response", { value: response, configurable: true });
      if (!("$metadata" in error)) Object.assign(error, { $metadata: { httpStatusCode: response.statusCode } });
    }
    throw error;
  }
}

function operationOf([, namespace, name, traits, input, output]: Schema): Operation {
  return { namespace, name, traits, input, output };
}
