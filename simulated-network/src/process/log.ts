/** Writes one line of JSON to standard error. It must never contain message bodies or keys. */
export type Log = (event: string, fields?: Readonly<Record<string, string | number>>) => void;

/**
 * Writes the log of the network's own process. If a line can't be written, e.g. because the disk is full, the process
 * carries on.
 */
export const logToStandardError: Log = (event, fields = {}) => {
  if (process.stderr.listenerCount("error", ignore) === 0) process.stderr.on("error", ignore);
  process.stderr.write(`${JSON.stringify({ at: "network", event, ...fields })}\n`);
};

function ignore() {}
