import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Bundle } from "../../build/bundle.ts";

/** What a run of a bundle in a process of its own came to. */
export interface BundleRun {
  printed: string;
  exitCode: number | null;
}

/**
 * Loads the bundle as `bundle` and runs `script` with it, in a folder from which none of this project's packages can be
 * found and with no variables but these.
 */
export function runBundle({ folder }: Bundle, script: string, env: Record<string, string>): Promise<BundleRun> {
  const url = pathToFileURL(join(folder, "index.mjs")).href;
  const whole = `const bundle = await import(${JSON.stringify(url)});\n${script}`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", whole], { cwd: tmpdir(), env });
    let printed = "";
    child.stdout.on("data", (part) => {
      printed += part;
    });
    child.stderr.on("data", (part) => {
      printed += part;
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ printed, exitCode }));
  });
}

/** A request that a stand-in server got. */
export interface SeenRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Serves `status` and `answer` to everybody on loopback while `use` runs. @returns what came in. */
export async function withServer(
  status: number,
  answer: string,
  use: (url: string) => Promise<void>,
): Promise<SeenRequest[]> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      seen.push({ method: request.method ?? "", headers: request.headers, body });
      response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    // A server that listens on a port has an address with one.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  return seen;
}
