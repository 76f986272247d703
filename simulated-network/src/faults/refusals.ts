/** The messages of linked devices that are refused, and the network's code for the refusal. */
export interface Refusal {
  readonly code: number;
  /** Types that a message shows outside its encryption: `text`, `media`, `poll`, `image`, `ptt`…; empty = all. */
  readonly types: readonly string[];
  /** The number of messages to refuse; null = all. */
  readonly times: number | null;
}

/** Some of the queries of linked devices. */
export interface QueryChoice {
  /** The queries' namespace: `w:g2` groups, `w:m` media, `usync` numbers, `encrypt` keys…; null = all. */
  readonly namespace: string | null;
  /**
   * The tag of the query's first child: `participating`, `create`, `add`, `invite`…; of a question about people
   * (`usync`) what it wants to know first: `contact`, `devices`, `lid`… null = all.
   */
  readonly request: string | null;
  /** The linked number that asks; null = every one. */
  readonly phone: string | null;
}

/** The queries of linked devices that are refused, or never answered (code null). */
export interface QueryRefusal extends QueryChoice {
  readonly code: number | null;
}

/** Whether a query is among the chosen ones. @param phone of the linked number that asks. */
export function takesIn(choice: QueryChoice, namespace: string, request: string, phone: string): boolean {
  return (
    [null, namespace].includes(choice.namespace) &&
    [null, request].includes(choice.request) &&
    [null, phone].includes(choice.phone)
  );
}
