import { createServer } from "node:http";

/** Stands before a gateway: lets the first request in and breaks the connection in place of its answer. */
export async function startFlakyDoor(target) {
  const keys = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    keys.push(request.headers["idempotency-key"]);
    const { authorization, "content-type": type, "idempotency-key": key } = request.headers;
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method,
      headers: { authorization, "content-type": type, "idempotency-key": key },
      body: Buffer.concat(chunks),
    });
    const text = await answer.text();
    if (keys.length === 1) response.socket.resetAndDestroy();
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
