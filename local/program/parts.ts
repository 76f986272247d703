/**
 * The files that a single-machine gateway starts as a process or thread, or preloads. Each becomes a file of the
 * program.
 */
export const PARTS = [
  "local/main.ts",
  "local/aws/socket/preload.ts",
  "local/system/watching/answer-figures.ts",
  "session-service/main.ts",
  "session-service/process/stall-worker.ts",
  "simulated-network/src/main.ts",
] as const;

/** Returns the name of a part's file in the program. @example partFile("local/main.ts") // "local-main.mjs" */
export const partFile = (part: string): string => `${part.replaceAll("/", "-").replace(/\.ts$/, "")}.mjs`;
