/** Writes one line of JSON to standard error, never with message bodies or keys. */
export type Log = (event: string, fields?: Readonly<Record<string, string | number>>) => void;

/** The log for the network's own process. A line that can't be written, because a disk is full, ends nothing. */
export const logToStandardError: Log = (event, fields = {}) => {
  if (process.stderr.listenerCount("error", ignore) === 0) process.stderr.on("error", ignore);
  process.stderr.write(`${JSON.stringify({ at: "network", event, ...fields })}\n`);
};

function ignore() {}
