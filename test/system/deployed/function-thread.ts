import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** A function call, as passed to the function's thread. */
export interface Asked {
  id: number;
  event: unknown;
}
export interface Told {
  id: number;
  answer?: unknown;
  failed?: string;
}

/** A function's bundle in a thread of its own. */
export interface FunctionThread {
  /** Calls the handler. @throws the handler's error. */
  call(event: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/** Loads the bundle in a thread that has only these variables. @param file the bundle's `index.mjs`. */
export function functionThread(file: string, env: Record<string, string>): FunctionThread {
  const worker = new Worker(new URL("thread.ts", import.meta.url), {
    env,
    workerData: { url: pathToFileURL(file).href },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  worker.on("message", ({ id, answer, failed }: Told) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (failed === undefined) call?.resolve(answer);
    else call?.reject(new Error(failed));
  });
  worker.on("error", (error) => {
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  });
  return {
    call(event) {
      const call = Promise.withResolvers<unknown>();
      waiting.set(++asked, call);
      worker.postMessage({ id: asked, event } satisfies Asked);
      return call.promise;
    },
    async stop() {
      const ended = once(worker, "exit");
      await worker.terminate();
      await ended;
    },
  };
}
