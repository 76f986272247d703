/** Selects messages from linked devices to refuse, and the code to refuse them with. */
export interface Refusal {
  readonly code: number;
  /**
   * The message types to refuse, as visible outside a message's encryption: `text`, `media`, `poll`, `image`, `ptt`…
   * Empty means all.
   */
  readonly types: readonly string[];
  /** The number of messages to refuse. Null means no limit. */
  readonly times: number | null;
}

/** Selects queries from linked devices. */
export interface QueryChoice {
  /**
   * The queries' namespace: `w:g2` for groups, `w:m` for media, `usync` for numbers, `encrypt` for keys… Null means
   * all.
   */
  readonly namespace: string | null;
  /**
   * The tag of the query's first child: `participating`, `create`, `add`, `invite`… For a query about people (`usync`),
   * the first item it requests: `contact`, `devices`, `lid`… Null means all.
   */
  readonly request: string | null;
  /** The linked number that sends the query. Null means any. */
  readonly phone: string | null;
}

/** Selects queries from linked devices to refuse, or to leave unanswered if the code is null. */
export interface QueryRefusal extends QueryChoice {
  readonly code: number | null;
}

/** Whether a choice includes a query. @param phone the linked number that sends the query. */
export function takesIn(choice: QueryChoice, namespace: string, request: string, phone: string): boolean {
  return (
    [null, namespace].includes(choice.namespace) &&
    [null, request].includes(choice.request) &&
    [null, phone].includes(choice.phone)
  );
}
