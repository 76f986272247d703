/** How many finished receiving chains to keep per session, as in Signal's own library. */
const FINISHED_CHAINS = 5;
/** The library's number for a chain that decrypts received messages. */
const RECEIVING = 2;

/**
 * Drops the oldest finished receiving chains from a Signal session. Each time the direction of a conversation changes,
 * the other side begins a new chain. The library never removes the old ones, so the row of a long conversation, which
 * is written with every message, would grow without limit. Only messages that arrive after more than five changes of
 * direction are lost, and their writer's device is asked for another copy. docs/decisions/0249.
 * @param record a session as the library serializes it. @returns the record itself if it has an unknown shape.
 */
export function trimSession(record: unknown): unknown {
  if (!isObject(record) || !isObject(record._sessions)) return record;
  return { ...record, _sessions: mapValues(record._sessions, trimmed) };
}

function trimmed(session: unknown): unknown {
  if (!isObject(session) || !isObject(session._chains)) return session;
  const chains = Object.entries(session._chains); // in the order in which they began
  const finished = chains.filter(([, chain]) => isFinished(chain)).map(([id]) => id);
  const dropped = new Set(finished.slice(0, -FINISHED_CHAINS));
  return { ...session, _chains: Object.fromEntries(chains.filter(([id]) => !dropped.has(id))) };
}

/** Whether a chain only decrypts what was skipped in it: no key is left from which to derive further ones. */
function isFinished(chain: unknown): boolean {
  return isObject(chain) && chain.chainType === RECEIVING && isObject(chain.chainKey) && !chain.chainKey.key;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const mapValues = (all: Record<string, unknown>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value)]));
