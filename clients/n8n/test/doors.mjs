import { createServer } from "node:http";

/** Starts an HTTP server on a free port. */
async function listen(handler) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Gives the same answer to every request. */
export const startDoor = ({ status, headers, body = "" }) =>
  listen((_request, response) => response.writeHead(status, headers).end(body));

/**
 * A proxy before a gateway that forwards the first request and breaks the connection instead of returning its answer.
 */
export async function startFlakyDoor(target) {
  const keys = [];
  const door = await listen(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization, "content-type": type, "idempotency-key": key } = request.headers;
    keys.push(key);
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method,
      headers: { authorization, "content-type": type, "idempotency-key": key },
      body: Buffer.concat(chunks),
    });
    const text = await answer.text();
    if (keys.length === 1) response.socket.resetAndDestroy();
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
  });
  return { ...door, keys };
}
