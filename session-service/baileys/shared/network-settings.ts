/** The network to connect to. A null `url` means the library's own. */
export interface NetworkSettings {
  url: string | null;
  /** The 32-byte root key of the network's certificate. */
  rootKey: Uint8Array | null;
  /** How long to wait for a query's answer, in ms. Defaults to 20 s; only tests use a shorter time. */
  queryMs?: number;
}

/** The three numbers of a version, which the network writes as `2.3000.1043857760`. */
export type ClientVersion = readonly [number, number, number];
