/** A request for one of the owner's paths, as the HTTP API received it. */
export interface OwnersRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The owner's answer: a status, and a body to be sent as JSON. */
export interface OwnersAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Paths that the program running the network adds to its HTTP API and answers itself. */
export interface OwnersPaths {
  readonly paths: readonly string[];
  readonly answer: (request: OwnersRequest) => Promise<OwnersAnswer>;
}
