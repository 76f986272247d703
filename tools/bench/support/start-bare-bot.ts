import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Call } from "../../../test/support/gateway.ts";

/** A bot that uses only the library and is linked to a phone. See bare-bot.ts. */
export interface BareBot {
  pid: number;
  send(to: string, text: string): Promise<void>;
  stop(): void;
}

/**
 * Starts the bot. @param phone a sandbox phone that no instance uses. @param receiverUrl the address to which incoming
 * texts are posted.
 */
export async function startBareBot(options: {
  network: { url: string; rootPublicKey: string };
  sandbox: Call;
  phone: string;
  receiverUrl: string;
  /** Additional environment variables. */
  env?: Record<string, string>;
}): Promise<BareBot> {
  const { network, sandbox, phone } = options;
  const child = fork(fileURLToPath(new URL("./bare-bot.ts", import.meta.url)), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      ...options.env,
      NETWORK_URL: network.url,
      NETWORK_ROOT_KEY: network.rootPublicKey,
      RECEIVER_URL: options.receiverUrl,
    },
  });
  const heard: Record<string, unknown>[] = [];
  const lookers = new Set<() => void>();
  child.on("message", (message) => {
    heard.push(message as Record<string, unknown>); // our own child's JSON
    for (const look of [...lookers]) look();
  });
  const hear = (kind: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const look = () => {
        const found = heard.find((message) => message.kind === kind);
        if (!found) return;
        lookers.delete(look);
        resolve(found);
      };
      child.once("exit", () => reject(new Error("The bare bot ended.")));
      lookers.add(look);
      look();
    });
  const ready = await hear("ready");
  const code = await hear("qr");
  await sandbox("POST", `/phones/${phone}/scan`, { value: code.value });
  await hear("open");
  return {
    pid: Number(ready.pid),
    async send(to, text) {
      const answer = await fetch(String(ready.url), { method: "POST", body: JSON.stringify({ to, text }) });
      await answer.arrayBuffer();
      if (answer.status !== 202) throw new Error(`The bare bot did not send: ${answer.status}`);
    },
    stop: () => child.kill(),
  };
}
