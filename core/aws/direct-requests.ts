import { failureKind } from "../failure-kind.ts";

/** A command of the SDK: its input, and the description by which its protocol writes and reads it. */
interface Command {
  input: object;
  schema?: unknown;
}
/** Namespace, name, traits, input and output of an operation, after a marker. */
type Schema = readonly [9, string, string, unknown, unknown, unknown];
interface Operation {
  namespace: string;
  name: string;
  traits: unknown;
  input: unknown;
  output: unknown;
}

/** A request as the protocol writes it. */
interface HttpRequest {
  hostname: string;
  port?: number;
  headers: Record<string, string>;
  body: unknown;
}
/** An answer as the handler brings it. */
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

/** The parts of a client that carry a request; its own types leave the protocol out. */
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

/** Everything that the middleware found out for the first request, and would for every other. */
interface Way {
  url: Url;
  signer: Signer;
  signing: SigningName;
  /** Keep the clock that signs requests right, from the times in answers. */
  clock: {
    successHandler(response: HttpResponse, properties: object): void;
    errorHandler(properties: object): (error: unknown) => never;
  };
  /** For the protocol, while it writes and reads. */
  context: object;
}

/** The part of a request's context that the middleware has filled in when the request is on its way. */
interface Context {
  endpointV2?: { url: URL; properties?: { authSchemes?: object[] } };
  __smithy_context?: {
    selectedHttpAuthScheme?: {
      httpAuthOption: { signingProperties?: { signingRegion?: string; signingName?: string } };
      signer: Way["clock"];
    };
  };
}

/** A client of the SDK, reduced to the parts of a service that speaks JSON. */
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

/** Gets each answer that is not an error, with the start of its request (epoch ms). */
export type Heard = (response: HttpResponse, sentAt: number) => void;

/**
 * Makes a client's `send` use the SDK's own parts (protocol, credentials, signature, HTTP handler, exceptions) without
 * the middleware chain around them, which costs as much processor time as they do. The first request goes the full way:
 * it finds endpoint, signing and credentials. One that fails in passing also goes the full way, with the SDK's retries,
 * if the client has more than one. For clients whose requests all go to one address (docs/decisions/0125).
 */
export function sendDirectly(client: SdkClient, tries: number, heard: Heard = () => {}): void {
  const parts = client.config as Parts; // its types leave out the protocol
  // Looked up at each call: a test may put another in the place of the class's own.
  const wholeWay: SdkClient["send"] = (...asked) => Object.getPrototypeOf(client).send.apply(client, asked);
  let way: Promise<Way | null> | null = null;

  client.middlewareStack.add(
    (next, context) => async (args) => {
      // Not known now: this client goes the full way until it is.
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
  if (!endpoint || !scheme) throw new Error("The AWS SDK no longer tells where a request goes and how it is signed.");
  const { protocol, hostname, port, pathname } = endpoint.url;
  const url = { protocol, hostname, ...(port !== "" && { port: Number(port) }), path: pathname };
  const { signingRegion, signingName } = scheme.httpAuthOption.signingProperties ?? {};
  return {
    url,
    // It asks the credentials' provider for each signature, and that one renews them.
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

/** Reads an answer; an error carries it, so that the clock can be set by it. */
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
