/** Writes one line of JSON to standard error, never with message bodies or keys. */
export type Log = (event: string, fields?: Readonly<Record<string, string | number>>) => void;

/** The log for the network's own process. */
export const logToStandardError: Log = (event, fields = {}) => {
  process.stderr.write(`${JSON.stringify({ at: "network", event, ...fields })}\n`);
};
