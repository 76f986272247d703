/** A request for a path of the owner's, as its HTTP API got it. */
export interface OwnersRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The owner's answer: a status, and a body that becomes JSON. */
export interface OwnersAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Paths that the program which runs the network adds to its HTTP API, and answers itself. */
export interface OwnersPaths {
  readonly paths: readonly string[];
  readonly answer: (request: OwnersRequest) => Promise<OwnersAnswer>;
}
