/** Which messages of linked devices are refused, and with which of the network's codes. */
export interface Refusal {
  readonly code: number;
  /** What the outside of a message tells: `text`, `media`, `poll`, `reaction`, `image`, `ptt`…; empty = all. */
  readonly types: readonly string[];
  /** Only so many of them; null = all. */
  readonly times: number | null;
}

/** Which questions of linked devices are refused, or (code null) never answered. */
export interface QueryRefusal {
  readonly code: number | null;
  /** As questions name it: `w:g2` groups, `w:m` media, `usync` numbers, `encrypt` keys…; null = all. */
  readonly namespace: string | null;
}
