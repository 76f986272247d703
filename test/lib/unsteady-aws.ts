import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy between a bundle and the embedded AWS services. It refuses the first request to each service. */
export interface UnsteadyAws {
  /** The proxy's address, in the form expected in AWS_ENDPOINT_URL. */
  url: string;
  /**
   * Returns the services called since this function's last call, with the number of refusals and of responses with a
   * status below 300 for each, and resets these counts.
   */
  look(): Record<string, { refused: number; answered: number }>;
  close(): Promise<void>;
}

/** The response of a service that fails briefly: a server error, which makes clients retry. */
const REFUSAL = { status: 503, body: JSON.stringify({ __type: "ServiceUnavailable", message: "Try again." }) };

/** Starts a proxy in front of the services at `target`. @param target the AWS_ENDPOINT_URL of the embedded services. */
export async function startUnsteadyAws(target: string): Promise<UnsteadyAws> {
  let seen: Record<string, { refused: number; answered: number }> = {};
  const server = createServer(async (incoming, answer) => {
    const body = await read(incoming);
    const service = serviceOf(incoming.headers);
    seen[service] ??= { refused: 0, answered: 0 };
    const counts = seen[service];
    if (counts.refused === 0) {
      counts.refused++;
      answer.writeHead(REFUSAL.status, { "content-type": "application/x-amz-json-1.0" }).end(REFUSAL.body);
      return;
    }
    const done = (status: number) => {
      if (status < 300) counts.answered++;
    };
    passOn(target, incoming, body, answer, done);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // The cast is safe: the server listens on a port, so its address is an object.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    look() {
      const last = seen;
      seen = {};
      return last;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the service named in the signature's scope: key/day/region/service/aws4_request. */
function serviceOf({ authorization = "" }: IncomingHttpHeaders): string {
  return /Credential=[^,]*\/([a-z0-9]+)\/aws4_request/.exec(authorization)?.[1] ?? "unsigned";
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Keeps the headers as they arrived, including the host's, because they are signed. */
function passOn(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
  done: (status: number) => void,
): void {
  const asked = request(new URL(url ?? "/", target), { method, headers }, (response) => {
    const status = response.statusCode ?? 502;
    done(status);
    answer.writeHead(status, response.headers);
    response.pipe(answer);
  });
  asked.on("error", () => answer.destroy());
  asked.end(body);
}
