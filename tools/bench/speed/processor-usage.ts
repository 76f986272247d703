import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { passingFolder } from "../../../test/support/passing-folder.ts";

/** Asks processes how much CPU time they have used. */
export interface ProcessorUsage {
  /** The environment for processes that should respond. Everything they start inherits it. */
  env: Record<string, string>;
  /** Returns the exact CPU time that a process has used (`process.cpuUsage`), in milliseconds. */
  usedMs(pid: number): Promise<number>;
  remove(): void;
}

/** Creates a folder for the sockets that processes respond on (answer-usage.ts). */
export function processorUsage(): ProcessorUsage {
  const folder = passingFolder("usage-");
  const preload = new URL("./answer-usage.ts", import.meta.url).href;
  return {
    env: { BENCH_USAGE_DIR: folder, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${preload}`.trim() },
    usedMs: async (pid) => Number(await text(connect(join(folder, `${pid}.sock`)))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
