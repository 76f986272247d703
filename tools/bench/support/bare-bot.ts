import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Browsers, makeWASocket, WA_CERT_DETAILS } from "@whiskeysockets/baileys";
import pino from "pino";
import { memoryAuthState } from "../../../test/network/support/memory-auth-state.ts";

/**
 * The simplest possible bot: just the library, in a separate process, with its keys in memory. POST /send sends a text,
 * and every incoming text is posted to a URL. It has no queue, no storage and no retries. It is the baseline for the
 * gateway's latency and CPU time. Its parent communicates with it over Node's IPC channel.
 */
const { NETWORK_URL = "", NETWORK_ROOT_KEY = "", RECEIVER_URL = "" } = process.env;

const tell = (message: object) => process.send?.(message);

const auth = memoryAuthState();
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(NETWORK_ROOT_KEY, "hex");
let socket = connect();

function connect() {
  const opened = makeWASocket({
    auth,
    waWebSocketUrl: NETWORK_URL,
    browser: Browsers.macOS("Chrome"),
    logger: pino({ level: "silent" }),
    markOnlineOnConnect: false,
  });
  opened.ev.process((events) => {
    if (events["creds.update"]) Object.assign(auth.creds, events["creds.update"]);
    const update = events["connection.update"];
    if (update?.qr) tell({ kind: "qr", value: update.qr });
    if (update?.connection === "open") tell({ kind: "open" });
    // After the scan, the network closes the first connection. The next connection is the linked one.
    if (update?.connection === "close") socket = connect();
    for (const { key, message } of events["messages.upsert"]?.messages ?? []) {
      const text = message?.conversation ?? message?.extendedTextMessage?.text;
      if (!text || key.fromMe) continue;
      void fetch(RECEIVER_URL, { method: "POST", body: JSON.stringify({ from: key.remoteJid, text }) });
    }
  });
  return opened;
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { to, text } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string; text: string };
  await socket.sendMessage(`${to}@s.whatsapp.net`, { text, linkPreview: null });
  response.writeHead(202).end();
});
server.listen(0, "127.0.0.1", () => {
  tell({ kind: "ready", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pid: process.pid });
});
process.on("disconnect", () => process.exit(0));
