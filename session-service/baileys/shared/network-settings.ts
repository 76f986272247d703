/** Which network to connect to; null means the library's own. */
export interface NetworkSettings {
  url: string | null;
  /** The network certificate's root, 32 bytes. */
  rootKey: Uint8Array | null;
  /** How long to wait for a query's answer, ms; absent means 20 s. Shorter in tests only. */
  queryMs?: number;
}

/** As the network writes it: `2.3000.1043857760`. */
export type ClientVersion = readonly [number, number, number];
