import { WebSocket } from "ws";
import { HINTS_PATH } from "../../core/contracts/sockets.ts";
import { openSession } from "../../core/operations/users/open-session.ts";
import { addPerson } from "../../test/panel/support/signed-in-page.ts";
import { depsOf } from "../../test/support/another-account.ts";
import type { Gateway } from "../../test/support/gateway.ts";
import { machineTime } from "../../test/support/machine-time.ts";

/** The address that the proxy listens on. */
interface ProxyAddress {
  port: number;
  host: string;
  ca: Buffer;
}

/** Signs in a user. @returns the session cookie's value. */
export async function newSession(gateway: Gateway): Promise<string> {
  const deps = await depsOf(gateway);
  const now = machineTime();
  const viewer = { account: gateway.accountId, role: "viewer", name: "Vi", email: "vi@example.com" } as const;
  const user_id = await addPerson(deps, viewer, now);
  const request = { user_id, account_id: gateway.accountId, source: "127.0.0.1", browser: "Tool" };
  return (await openSession(deps, request, now)).token;
}

/**
 * Opens a page's WebSocket through a proxy. The panel's own page must be notified of changes, and a page from another
 * site must be refused.
 * @returns a sentence for each broken promise.
 */
export async function findHintFaults(to: ProxyAddress, token: string): Promise<string[]> {
  const findings: string[] = [];
  const own = await firstWord(to, token, `https://${to.host}`);
  if (own !== '{"kind":"open"}') findings.push(`the panel's own page does not hear of changes: ${own}`);
  for (const origin of ["https://evil.example", "null", undefined]) {
    const word = await firstWord(to, token, origin);
    if (!/^Unexpected server response: 40[03]$/.test(word)) findings.push(`${word} for a page of ${origin}`);
  }
  return findings;
}

/** Connects. @returns the first frame, or why there was none. */
function firstWord({ port, host, ca }: ProxyAddress, token: string, origin: string | undefined): Promise<string> {
  const headers = { cookie: `__Host-session=${token}`, host };
  return new Promise((resolve) => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}${HINTS_PATH}`, {
      ...{ ca, servername: host, headers },
      ...(origin !== undefined && { origin }),
    });
    socket.once("message", (data) => {
      resolve(String(data));
      socket.terminate();
    });
    socket.once("error", ({ message }) => resolve(message));
    socket.once("close", (code) => resolve(`closed with ${code}`));
  });
}
