import type { SignalDataSet, SignalKeyStore } from "@whiskeysockets/baileys";

/** A person's phone number and private id, both without the `@` suffix. */
export interface KnownPair {
  phone: string;
  privateUser: string;
}

/**
 * Stores pairs where the library looks for them. A phone that is already paired retains its pair. @param pairs at most
 * 100.
 */
export async function keepPairs(keys: SignalKeyStore, pairs: KnownPair[]): Promise<void> {
  if (pairs.length === 0) return;
  const known = await keys.get(
    "lid-mapping",
    pairs.map(({ phone }) => phone),
  );
  const news = pairs.filter(({ phone }) => known[phone] === undefined);
  const rows = news.flatMap(({ phone, privateUser }) => [
    [phone, privateUser],
    [`${privateUser}_reverse`, phone],
  ]);
  if (rows.length > 0) await keys.set({ "lid-mapping": Object.fromEntries(rows) } as SignalDataSet);
}
