/**
 * Receives the gateway's events, verifies them, and answers messages that contain the word "hours". Stores nothing:
 * each answer's idempotency key is derived from the event's id, so an event that arrives twice is answered only once,
 * even after a restart.
 */
import { createServer, type IncomingMessage } from "node:http";
import {
  Gateway,
  GatewayError,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from "messaging-gateway-sdk";

const ANSWER = "We are open from 9 to 18 h.";
const MAX_BODY_BYTES = 1024 * 1024;
/**
 * Status codes of refusals that a retry wouldn't change. After any other failure, this receiver lets the gateway post
 * the event again.
 */
const FINAL = new Set([400, 404, 422]);

const SECRET = setting("WEBHOOK_SECRET");
const gateway = new Gateway({
  apiKey: setting("API_KEY"),
  baseUrl: setting("API_URL"),
  // The gateway waits 15 seconds for this receiver to respond. If the answer couldn't be sent, it posts the event
  // again.
  maxRetries: 0,
  timeoutMs: 10_000,
});

function setting(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`Set the environment variable ${name}.`);
}

/** Returns the body's original bytes, which the signature covers, or null if the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Replies to the event's message if the message requests the opening hours. @returns the HTTP status for the gateway.
 */
async function handle(event: WebhookEvent): Promise<number> {
  if (event.type !== "message.received") return 204;
  const { instance_id, chat_id, body } = event.data;
  if (chat_id === null || body?.trim().toLowerCase() !== "hours") return 204;
  try {
    await gateway.messages.send({ instance_id, chat_id, text: ANSWER }, { idempotencyKey: `answer-${event.id}` });
    console.log(`${event.id}: answered`);
    return 204;
  } catch (error) {
    const [status, code] = error instanceof GatewayError ? [error.status, error.code] : [0, "no_connection"];
    console.error(`${event.id}: not answered: ${status} ${code}`);
    return FINAL.has(status) ? 204 : 503;
  }
}

async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== "POST") return 405;
  const body = await readBody(request);
  if (body === null) return 413;
  try {
    // `verifyWebhook` compares signatures in constant time, and refuses a post more than five minutes old.
    return await handle(await verifyWebhook(body, request.headers, SECRET));
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return 401;
  }
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status, { Connection: "close" }).end(),
    () => response.destroy(), // the other side broke off
  );
});
const port = Number(process.env.PORT ?? 3000);
server.listen(port, "127.0.0.1", () => console.log(`Listening on http://127.0.0.1:${port}`));
