import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Bundle } from "../../build/bundle.ts";

/** The result of running a bundle in a separate process. */
export interface BundleRun {
  printed: string;
  exitCode: number | null;
}

/**
 * Loads the bundle as `bundle` and runs `script` with it. Only these environment variables are set, and the folder
 * can't resolve any of this project's packages.
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

/** A request received by a stand-in server. */
export interface SeenRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** While `use` runs, answers every request on loopback with `status` and `answer`. @returns the requests. */
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
    // The cast is safe: the server listens on a port, so its address is an object.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  return seen;
}
