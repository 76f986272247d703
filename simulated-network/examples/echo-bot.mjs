import makeWASocket, { DisconnectReason, useMultiFileAuthState } from "@whiskeysockets/baileys";
import pino from "pino";

// A bot like the one in the Baileys guide, which links by QR code and echoes the messages it receives. Nothing in it is
// specific to the simulated network: npx simulated-network --phone 15550001001=Shop --phone 15550001002=Ana -- node
// echo-bot.mjs
const { state, saveCreds } = await useMultiFileAuthState(process.env.AUTH_FOLDER ?? "auth");

function connect() {
  const socket = makeWASocket({ auth: state, logger: pino({ level: "silent" }) });
  socket.ev.on("creds.update", saveCreds);
  socket.ev.on("connection.update", ({ connection, lastDisconnect, qr }) => {
    if (qr) console.log(`scan ${qr}`);
    if (connection === "open") console.log("open");
    if (connection !== "close") return;
    // Right after linking, the network closes the connection once and expects the device to reconnect.
    if (lastDisconnect?.error?.output?.statusCode === DisconnectReason.loggedOut) console.log("logged out");
    else connect();
  });
  socket.ev.on("messages.upsert", async ({ messages, type }) => {
    if (type !== "notify") return;
    for (const { key, message } of messages) {
      const text = message?.conversation ?? message?.extendedTextMessage?.text;
      if (key.fromMe || !text) continue;
      console.log(`heard ${text}`);
      await socket.sendMessage(key.remoteJid, { text: `You said: ${text}` });
    }
  });
}

connect();
