import { Browsers, makeWASocket, useMultiFileAuthState, WA_CERT_DETAILS } from "@whiskeysockets/baileys";
import pino from "pino";

/**
 * Runs the library alone, as the baseline for the gateway's session process, with a socket for each folder. Each folder
 * contains its socket's keys in the library's own files. The parent controls this process over Node's IPC channel.
 */
const { NETWORK_URL = "", NETWORK_ROOT_KEY = "", FOLDERS = "[]" } = process.env;
const folders = JSON.parse(FOLDERS) as string[];

// Silences the console, as the gateway does, because the library prints a lot, including entire sessions.
for (const name of ["log", "info", "warn", "error", "debug"] as const) console[name] = () => {};
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(NETWORK_ROOT_KEY, "hex");

let open = 0;
let received = 0;
const tell = (message: object) => process.send?.(message);

async function connect(folder: string): Promise<void> {
  const { state, saveCreds } = await useMultiFileAuthState(folder);
  const socket = makeWASocket({
    auth: state,
    waWebSocketUrl: NETWORK_URL,
    browser: Browsers.macOS("Chrome"),
    logger: pino({ level: "silent" }),
    markOnlineOnConnect: false,
    syncFullHistory: false,
  });
  const opened = Promise.withResolvers<void>();
  socket.ev.process((events) => {
    if (events["creds.update"]) void saveCreds();
    if (events["connection.update"]?.connection === "open") {
      tell({ kind: "open", count: ++open });
      opened.resolve();
    }
    received += (events["messages.upsert"]?.messages ?? []).filter(({ message }) => message).length;
  });
  await opened.promise;
}

process.on("message", (asked) => {
  if ((asked as { kind: string }).kind === "received?") tell({ kind: "received", count: received });
});
process.on("disconnect", () => process.exit(0));

const left = [...folders];
const worker = async () => {
  for (let folder = left.shift(); folder !== undefined; folder = left.shift()) await connect(folder);
};
await Promise.all(Array.from({ length: 4 }, worker));
tell({ kind: "ready" });
