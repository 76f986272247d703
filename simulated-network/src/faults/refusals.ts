/** Which messages from linked devices are refused, and the network's refusal code. */
export interface Refusal {
  readonly code: number;
  /** Types that a message shows outside its encryption: `text`, `media`, `poll`, `image`, `ptt`…; empty = all. */
  readonly types: readonly string[];
  /** The number of messages to refuse; null = all. */
  readonly times: number | null;
}

/** A choice of queries from linked devices. */
export interface QueryChoice {
  /** The queries' namespace: `w:g2` groups, `w:m` media, `usync` numbers, `encrypt` keys…; null = all. */
  readonly namespace: string | null;
  /**
   * The tag of the query's first child: `participating`, `create`, `add`, `invite`…; for a query about people
   * (`usync`), the first thing it requests: `contact`, `devices`, `lid`… null = all.
   */
  readonly request: string | null;
  /** The linked number that sends the query; null = any. */
  readonly phone: string | null;
}

/** Queries from linked devices that are refused, or never answered (code null). */
export interface QueryRefusal extends QueryChoice {
  readonly code: number | null;
}

/** Whether a query is among the chosen ones. @param phone the linked number that sends it. */
export function takesIn(choice: QueryChoice, namespace: string, request: string, phone: string): boolean {
  return (
    [null, namespace].includes(choice.namespace) &&
    [null, request].includes(choice.request) &&
    [null, phone].includes(choice.phone)
  );
}
