import type { SignalDataSet, SignalKeyStore } from "@whiskeysockets/baileys";

/** The token required to message a person. */
export interface PrivacyToken {
  /** The person's id, preferably the private id. */
  id: string;
  token: Uint8Array;
  /** Epoch seconds. */
  seconds: number;
  senderSeconds: number | null;
}

/** The key of the library's list of all tokens, a JSON list of ids. */
const INDEX = "__index";

/**
 * Stores tokens the way the library does, so that people from the history can be sent messages. Doesn't overwrite a
 * newer token that is already stored. Call `listTokens` afterwards. @param tokens at most 100.
 */
export async function keepTokens(keys: SignalKeyStore, tokens: PrivacyToken[]): Promise<void> {
  if (tokens.length === 0) return;
  const ids = tokens.map(({ id }) => id);
  const known = await keys.get("tctoken", ids);
  const news = tokens.filter(({ id, seconds }) => !(Number(known[id]?.timestamp ?? 0) >= seconds));
  if (news.length === 0) return;
  const rows = news.map(({ id, token, seconds, senderSeconds }) => [
    id,
    {
      ...known[id],
      token: Buffer.from(token),
      timestamp: String(seconds),
      ...(senderSeconds !== null && { senderTimestamp: senderSeconds }),
    },
  ]);
  await keys.set({ tctoken: Object.fromEntries(rows) } as SignalDataSet);
}

/**
 * Adds ids to the library's list of tokens, which it uses to drop old tokens. The list is a single large row, so add
 * many ids per call.
 */
export async function listTokens(keys: SignalKeyStore, ids: Iterable<string>): Promise<void> {
  const { [INDEX]: row } = await keys.get("tctoken", [INDEX]);
  const listed = new Set(idsIn(row?.token));
  const before = listed.size;
  for (const id of ids) listed.add(id);
  if (listed.size === before) return;
  const token = Buffer.from(JSON.stringify([...listed]));
  await keys.set({ tctoken: { [INDEX]: { token } } } as SignalDataSet);
}

function idsIn(token: Uint8Array | undefined): string[] {
  try {
    const ids: unknown = JSON.parse(Buffer.from(token ?? []).toString());
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
