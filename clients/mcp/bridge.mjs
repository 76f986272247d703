#!/usr/bin/env node
import { createInterface } from "node:readline";

/**
 * Forwards each Model Context Protocol message from standard input, one per line, to a gateway's POST /mcp, and writes
 * each response as a line to standard output. Writes nothing else to standard output.
 */
const { MGW_API_KEY: key, MGW_BASE_URL: base } = process.env;
if (!key || !base) {
  console.error("Set MGW_API_KEY to an API key and MGW_BASE_URL to the address of your gateway.");
  process.exit(1);
}
const url = `${base.replace(/\/+$/, "")}/mcp`;
const ANSWER_MS = 60_000;
const VERSION = "io.modelcontextprotocol/protocolVersion";

/** The protocol version negotiated by an older client on connecting, sent in the headers of each request. */
let agreed = null;

for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== "") void forward(line);

async function forward(line) {
  let message = null;
  try {
    message = JSON.parse(line);
    const response = await fetch(url, {
      method: "POST",
      headers: headersOf(message),
      body: line,
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await response.text();
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const answers = isStream
      ? [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data]) => data)
      : text === ""
        ? []
        : [text];
    let isAnswered = message.id === undefined; // a notification has no answer
    for (const answer of answers) {
      const said = objectOf(answer);
      if (said?.jsonrpc !== "2.0") return fail(message, said?.message ?? strangersAnswer(response.status));
      isAnswered ||= said.id === message.id;
      agreed = said.result?.protocolVersion ?? agreed;
      process.stdout.write(`${JSON.stringify(said)}\n`);
    }
    if (!isAnswered || (response.status >= 300 && answers.length === 0))
      fail(message, strangersAnswer(response.status));
  } catch (error) {
    fail(message, `The gateway at ${url} could not be reached: ${error.cause?.message ?? error.message}`);
  }
}

/** Returns the headers that the protocol requires when a message is sent over HTTP. */
function headersOf({ method, params }) {
  const version = params?._meta?.[VERSION] ?? agreed;
  const name = params?.name ?? params?.uri;
  return {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(version && { "mcp-protocol-version": version }),
    ...(params?._meta?.[VERSION] && { "mcp-method": method, ...(name && { "mcp-name": plain(name) }) }),
  };
}

/** Parses a response as a JSON object. Returns null for anything else, such as a proxy's error page. */
function objectOf(answer) {
  try {
    const json = JSON.parse(answer);
    return typeof json === "object" ? json : null;
  } catch {
    return null;
  }
}

const strangersAnswer = (status) =>
  `The HTTP ${status} response from ${url} did not come from the gateway. Check MGW_BASE_URL and any proxies in front of the gateway.`;

/** Encodes a name for use in a header. */
const plain = (name) => (/^[!-~]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`);

function fail(message, reason) {
  console.error(reason);
  if (message?.id === undefined) return; // nobody waits for an answer
  const error = { code: -32_000, message: reason };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, error })}\n`);
}
