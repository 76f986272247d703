import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { passingFolder } from "../../../test/support/passing-folder.ts";

/** Asks processes for their processor time. */
export interface ProcessorUsage {
  /** The environment of processes that must answer, and of everything they start. */
  env: Record<string, string>;
  /** Processor time that a process has used so far, milliseconds, exactly (`process.cpuUsage`). */
  usedMs(pid: number): Promise<number>;
  remove(): void;
}

/** Makes a folder for the sockets at which processes answer (answer-usage.ts). */
export function processorUsage(): ProcessorUsage {
  const folder = passingFolder("usage-");
  const preload = new URL("./answer-usage.ts", import.meta.url).href;
  return {
    env: { BENCH_USAGE_DIR: folder, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${preload}`.trim() },
    usedMs: async (pid) => Number(await text(connect(join(folder, `${pid}.sock`)))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
