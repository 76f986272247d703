import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The library's bare sockets in a separate process. See bare-sockets.ts. */
export interface BareSockets {
  pid: number;
  /** Returns the output of the process so far. */
  output(): string;
  /** Returns the number of messages received so far. */
  received(): Promise<number>;
  stop(): void;
}

/** Starts the sockets. Resolves once all of them are connected. */
export async function startBare(
  network: { url: string; rootPublicKey: string },
  folders: string[],
): Promise<BareSockets> {
  const child = fork(fileURLToPath(new URL("./bare-sockets.ts", import.meta.url)), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: {
      ...process.env,
      NODE_OPTIONS: "--inspect-port=0",
      NETWORK_URL: network.url,
      NETWORK_ROOT_KEY: network.rootPublicKey,
      FOLDERS: JSON.stringify(folders),
    },
  });
  const printed: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => printed.push(String(chunk)));
  child.setMaxListeners(0);
  const hear = (kind: string) =>
    new Promise<{ count: number }>((resolve, reject) => {
      const look = (message: unknown) => {
        const said = message as { kind: string; count: number }; // our own child's JSON
        if (said.kind !== kind) return;
        child.off("message", look);
        resolve(said);
      };
      child.on("message", look);
      child.once("exit", () => reject(new Error("The bare sockets ended.")));
    });
  await hear("ready");
  return {
    pid: Number(child.pid),
    output: () => printed.join(""),
    async received() {
      const answer = hear("received");
      child.send({ kind: "received?" });
      return (await answer).count;
    },
    stop: () => child.kill("SIGKILL"),
  };
}
