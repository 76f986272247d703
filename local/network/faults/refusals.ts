/** The messages of linked devices that are refused, and the network's code for the refusal. */
export interface Refusal {
  readonly code: number;
  /** Types that a message shows outside its encryption: `text`, `media`, `poll`, `image`, `ptt`…; empty = all. */
  readonly types: readonly string[];
  /** The number of messages to refuse; null = all. */
  readonly times: number | null;
}

/** The queries of linked devices that are refused, or never answered (code null). */
export interface QueryRefusal {
  readonly code: number | null;
  /** The queries' namespace: `w:g2` groups, `w:m` media, `usync` numbers, `encrypt` keys…; null = all. */
  readonly namespace: string | null;
}
