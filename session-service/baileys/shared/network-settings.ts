/** Which network to speak to; null: the library's own. */
export interface NetworkSettings {
  url: string | null;
  /** Root of the network's certificate, 32 bytes. */
  rootKey: Uint8Array | null;
  /** How long the answer of a query is waited for, ms; absent: 20 s. Shorter in tests only. */
  queryMs?: number;
}

/** As the network writes it: `2.3000.1043857760`. */
export type ClientVersion = readonly [number, number, number];
